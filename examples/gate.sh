#!/bin/sh
# For a pipeline: release a new system only where it scores significantly higher than the old one.
# Usage: gate.sh FOLDER NEW OLD, with the folder of an evaluation; the decision's numbers go to decision.json.
sacrerouge-litepyramid --quiet compare "$1" --require-better "$2" "$3" --json >decision.json
status=$?
case $status in
0) echo "release $2" ;;
3) echo "keep $3" ;;
4) echo "score more documents" ;;
*) echo "no decision" ;;
esac
exit $status
