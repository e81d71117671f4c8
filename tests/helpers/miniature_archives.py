"""Miniature AllenNLP archives, trained in seconds on made-up sentences, and what the library itself
says with them.

Runs as a script in an interpreter with AllenNLP: ``miniature_archives.py COMPAT build FOLDER``
makes the archives, a BERT's configuration and vocabulary and a spaCy pipeline, and ``predict``
answers the texts of standard input with the library's own predictors. COMPAT is the path of
extraction/allennlp/compat.py.
"""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

BERT_CONFIG = {
    "model_type": "bert",
    "architectures": ["BertModel"],
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "max_position_embeddings": 64,
}
WORD_PIECES = (
    "[PAD] [UNK] [CLS] [SEP] [MASK] the a cat dog mouse man bone king queen garden chase ##d was "
    "bark ##ing is glad saw it he she . slept and then barked found bur ##ied"
)
TAGS = {
    "VBD": ("VERB", "chased slept found buried barked saw"),
    "VBG": ("VERB", "barking"),
    "VBZ": ("AUX", "is"),
    "AUX": ("AUX", "was"),
    "DT": ("DET", "the a"),
    "PRP": ("PRON", "it he she"),
    "CC": ("CCONJ", "and then"),
    ".": ("PUNCT", "."),
}
#: (sentence, tags of a predicate)
FRAMES = (
    ("The cat chased a mouse .", "B-ARG0 I-ARG0 B-V B-ARG1 I-ARG1 O"),
    ("A dog was barking .", "O O B-V O O"),
    ("A dog was barking .", "B-ARG0 I-ARG0 O B-V O"),
    ("The man buried the bone .", "B-ARG0 I-ARG0 B-V B-ARG1 I-ARG1 O"),
    ("The queen is glad .", "B-ARG1 I-ARG1 B-V B-ARG2 O"),
    ("She slept .", "B-ARG0 B-V O"),
)
#: (sentences, clusters of [first word, last word] over the whole text)
DOCUMENTS = (
    (("The cat slept .", "It saw a mouse ."), [[[0, 1], [4, 4]]]),
    (("The king found a bone .", "He buried it ."), [[[0, 1], [6, 6]], [[3, 4], [8, 8]]]),
    (("A queen saw the garden .", "She was glad ."), [[[0, 1], [6, 6]]]),
)
TREES = (
    "(S (NP (DT The) (NN cat)) (VP (VBD chased) (NP (DT a) (NN mouse))) (. .))",
    "(S (NP (DT A) (NN dog)) (VP (AUX was) (VP (VBG barking))) (. .))",
    "(S (NP (PRP She)) (VP (VBD slept)) (. .))",
)


def overrides(task: str, folder: Path) -> dict:
    """What makes the archives, whose configurations name public models as the real ones do, work
    offline.
    """
    bert = str(folder / "mini-uncased")
    embedder = "model.text_field_embedder.token_embedders.tokens"
    return {
        "srl": {
            "model.bert_model": {**BERT_CONFIG, "vocab_size": len(WORD_PIECES.split())},
            "dataset_reader.bert_model_name": bert,
        },
        "coref": {
            "dataset_reader.token_indexers.tokens.model_name": bert,
            f"{embedder}.model_name": bert,
            f"{embedder}.load_weights": False,
        },
        "constituency": {
            "model.text_field_embedder.token_embedders.elmo.options_file": str(
                folder / "elmo.json"
            ),
            "model.text_field_embedder.token_embedders.elmo.weight_file": str(folder / "elmo.hdf5"),
        },
    }[task]


#: the folder of the saved spaCy pipeline
PIPELINE = "en_mini"


def run(
    python: str, command: str, folder: Path, texts: "dict[str, list[str]] | None" = None
) -> str:
    """What this script prints in another interpreter."""
    from sacrerouge_litepyramid.extraction.allennlp import compat as allennlp_compat

    done = subprocess.run(
        [python, __file__, allennlp_compat.__file__, command, folder],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{command} with {python} failed:\n{done.stderr[-4000:]}")
    return done.stdout


def main() -> None:
    compat, command, folder = sys.argv[1:]
    spec = importlib.util.spec_from_file_location("allennlp_compat", compat)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.import_allennlp()
    os.chdir(folder)
    {"build": build, "predict": predict}[command]()


def save_pipeline() -> None:
    """A pipeline that knows the words above; every other word is a noun."""
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    ruler = nlp.add_pipe("attribute_ruler")
    ruler.add([[{"TEXT": {"REGEX": "."}}]], {"POS": "NOUN", "TAG": "NN"})
    for tag, (pos, words) in TAGS.items():
        ruler.add([[{"LOWER": {"IN": words.split()}}]], {"POS": pos, "TAG": tag})
    nlp.meta["name"] = "mini"
    nlp.to_disk(PIPELINE)


def build() -> None:
    save_pipeline()
    Path("mini-uncased").mkdir()
    Path("mini-uncased/vocab.txt").write_text(WORD_PIECES.replace(" ", "\n") + "\n")
    Path("mini-uncased/config.json").write_text(
        json.dumps({**BERT_CONFIG, "vocab_size": len(WORD_PIECES.split())})
    )
    build_srl()
    build_coref()
    build_constituency()


def build_srl() -> None:
    from allennlp.data import Token

    config = {
        "dataset_reader": {"type": "srl", "bert_model_name": "bert-base-uncased"},
        "model": {"type": "srl_bert", "bert_model": "bert-base-uncased"},
    }

    def instances(reader):
        for sentence, tags in FRAMES:
            verb = [int(tag == "B-V") for tag in tags.split()]
            yield reader.text_to_instance(
                [Token(word) for word in sentence.split()], verb, tags.split()
            )

    train("srl", config, instances)


def build_coref() -> None:
    transformer = {
        "type": "pretrained_transformer_mismatched",
        "model_name": "SpanBERT/spanbert-base",
        "max_length": 8,
    }
    feedforward = {"num_layers": 1, "hidden_dims": 32, "activations": "relu", "dropout": 0.0}
    config = {
        "dataset_reader": {
            "type": "coref",
            "token_indexers": {"tokens": transformer},
            "max_span_width": 3,
        },
        "model": {
            "type": "coref",
            "text_field_embedder": {"token_embedders": {"tokens": transformer}},
            "context_layer": {"type": "pass_through", "input_dim": 32},
            "mention_feedforward": {"input_dim": 104, **feedforward},
            "antecedent_feedforward": {"input_dim": 320, **feedforward},
            "feature_size": 8,
            "max_span_width": 3,
            "spans_per_word": 0.9,
            "max_antecedents": 50,
            "coarse_to_fine": True,
            "inference_order": 2,
        },
    }

    def instances(reader):
        for sentences, clusters in DOCUMENTS:
            words = [sentence.split() for sentence in sentences]
            yield reader.text_to_instance(
                words, [[tuple(mention) for mention in cluster] for cluster in clusters]
            )

    train("coref", config, instances)


def build_constituency() -> None:
    from nltk import Tree

    save_elmo()
    elmo = {
        "type": "elmo_token_embedder",
        "options_file": "https://no.where/options.json",
        "dropout": 0.0,
    }
    config = {
        "dataset_reader": {
            "type": "ptb_trees",
            "token_indexers": {"elmo": {"type": "elmo_characters"}},
        },
        "model": {
            "type": "constituency_parser",
            "text_field_embedder": {
                "token_embedders": {
                    "elmo": {**elmo, "weight_file": "https://no.where/weights.hdf5"}
                }
            },
            "pos_tag_embedding": {"embedding_dim": 8, "vocab_namespace": "pos"},
            "encoder": {"type": "lstm", "input_size": 24, "hidden_size": 16, "bidirectional": True},
            "span_extractor": {"type": "bidirectional_endpoint", "input_dim": 32},
        },
    }

    def instances(reader):
        for text in TREES:
            tree = Tree.fromstring(text)
            yield reader.text_to_instance(tree.leaves(), [tag for _, tag in tree.pos()], tree)

    train("constituency", config, instances, steps=400)


def save_elmo() -> None:
    """ELMo's options and weights (random), in the format of its TensorFlow releases."""
    import h5py
    import numpy as np

    lstm = {
        "use_skip_connections": True,
        "projection_dim": 8,
        "dim": 16,
        "n_layers": 2,
        "cell_clip": 3,
        "proj_clip": 3,
    }
    characters = {
        "activation": "relu",
        "filters": [[1, 8], [2, 8]],
        "n_highway": 1,
        "embedding": {"dim": 4},
        "n_characters": 262,
        "max_characters_per_token": 50,
    }
    Path("elmo.json").write_text(json.dumps({"lstm": lstm, "char_cnn": characters}))
    shapes = {
        "char_embed": (261, 4),
        **{f"CNN/W_cnn_{index}": (1, index + 1, 4, 8) for index in range(2)},
        **{f"CNN/b_cnn_{index}": (8,) for index in range(2)},
        **{f"CNN_high_0/W_{gate}": (16, 16) for gate in ("transform", "carry")},
        **{f"CNN_high_0/b_{gate}": (16,) for gate in ("transform", "carry")},
        "CNN_proj/W_proj": (16, 8),
        "CNN_proj/b_proj": (8,),
    }
    for cell in (
        f"RNN_{way}/RNN/MultiRNNCell/Cell{layer}/LSTMCell" for way in range(2) for layer in range(2)
    ):
        shapes.update({f"{cell}/W_0": (16, 64), f"{cell}/B": (64,), f"{cell}/W_P_0": (16, 8)})
    generator = np.random.default_rng(7)
    with h5py.File("elmo.hdf5", "w") as file:
        for name, shape in shapes.items():
            file[name] = generator.normal(scale=0.5, size=shape).astype("float32")


def train(task, config, instances, steps=150) -> None:
    """Fits a model to its few instances and packs TASK.tar.gz."""
    import torch
    from allennlp.common import Params
    from allennlp.common.params import with_overrides
    from allennlp.data import Batch, DatasetReader, Vocabulary
    from allennlp.models import Model
    from allennlp.models.archival import archive_model

    torch.manual_seed(7)
    params = Params(with_overrides(config, overrides(task, Path.cwd())))
    batch = Batch(list(instances(DatasetReader.from_params(params.pop("dataset_reader")))))
    vocabulary = Vocabulary.from_instances(batch.instances)
    batch.index_instances(vocabulary)
    model = Model.from_params(vocab=vocabulary, params=params.pop("model"))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.003)
    for _ in range(steps):
        loss = torch.stack([each_loss(model, one) for one in batches(task, batch)]).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    folder = Path(f"{task}-files")
    vocabulary.save_to_files(folder / "vocabulary")
    (folder / "config.json").write_text(json.dumps(config))
    save_weights(model, folder / "best.th")
    archive_model(folder, archive_path=f"{task}.tar.gz")
    print(f"{task}: loss {loss.item():.3f}")


def batches(task, batch):
    """All instances at once, but for coreference, whose model keeps as many spans of each as of the
    longest.
    """
    from allennlp.data import Batch

    return [Batch([instance]) for instance in batch.instances] if task == "coref" else [batch]


def each_loss(model, batch):
    forget(model)
    return model(**batch.as_tensor_dict())["loss"]


def forget(model) -> None:
    """Ends ELMo's memory of the texts before."""
    for module in model.modules():
        if getattr(module, "stateful", False):
            module.reset_states()


def save_weights(model, path) -> None:
    """As older releases did: with BERT's position_ids, and in the format that torch had before zip
    files.
    """
    import torch

    state = model.state_dict()
    for name in [name for name in state if name.endswith("position_embeddings.weight")]:
        ids = torch.arange(BERT_CONFIG["max_position_embeddings"]).unsqueeze(0)
        state[name.replace("position_embeddings.weight", "position_ids")] = ids
    torch.save(state, path, _use_new_zipfile_serialization=False)


def predict() -> None:
    """Answer {"srl": texts, "coref": texts, "constituency": texts} with {task: answers}."""
    print(
        json.dumps(
            {task: library_answers(task, texts) for task, texts in json.load(sys.stdin).items()}
        )
    )


def library_answers(task, texts):
    from allennlp.predictors import Predictor

    predictor = Predictor.from_path(
        f"{task}.tar.gz",
        import_plugins=False,
        overrides=json.dumps(overrides(task, Path.cwd())),
        language=PIPELINE,
    )
    answers = []
    for text in texts:
        forget(predictor._model)
        answers.append(predictor.predict(text))
    keys = {
        "srl": ("words", "verbs"),
        "coref": ("document", "clusters"),
        "constituency": ("trees",),
    }[task]
    return [[answer[key] for key in keys] for answer in answers]


if __name__ == "__main__":
    main()
