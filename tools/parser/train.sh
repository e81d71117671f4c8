#!/bin/sh
# Train the parser of the extractor "dependency" with spaCy's own commands, and measure it on the treebanks' test parts:
#
#     tools/parser/train.sh TREEBANKS OUTPUT [OVERRIDES]
#
# TREEBANKS has *-train.conllu, *-dev.conllu and *-test.conllu. The result is OUTPUT/model-last, the pipeline after the
# last step, so that no part of the data selects it. It is trained on the train and dev parts; to choose settings by the
# dev parts, hold them out with --paths.train OUTPUT/corpus/training/train. Overrides are those of `spacy train`, as
# --system.seed 14.
set -eu
treebanks=${1:?the folder of the treebanks} output=${2:?the folder for the pipeline}
shift 2
tools=$(dirname "$0")
corpus=$output/corpus

mkdir -p "$corpus/training/train" "$corpus/training/dev"
"${PYTHON:-python}" -m spacy convert "$treebanks" "$corpus" -n 1
mv "$corpus"/*-train.spacy "$corpus/training/train"
mv "$corpus"/*-dev.spacy "$corpus/training/dev"

"${PYTHON:-python}" -m spacy train "$tools/config.cfg" --code "$tools/functions.py" --output "$output" \
    --paths.train "$corpus/training" --paths.dev "$corpus/training/dev" "$@"

for test in "$corpus"/*-test.spacy; do
    "${PYTHON:-python}" -m spacy benchmark accuracy "$output/model-last" "$test" --gold-preproc
done
