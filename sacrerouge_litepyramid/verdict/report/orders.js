"use strict";
/* The orders of the list of documents: for each a value of a document, the largest first, and how it is shown. */
const orders = (() => {
  const {data, chosen, score} = report;

  const ORDERS = {
    given: {value: () => 0},
    count: {value: (_, {passing}) => passing},
    gap: {value: gap, shown: score},
    spread: {value: spread, shown: score},
    worst: {value: (document) => -lowest(document), shown: (value) => score(-value)},
  };

  const cells = (document, metric) => data.metrics[metric].scores[document];

  /** Scores of the chosen system, or of all, that are there. */
  function shown(document) {
    const of = chosen.system < 0 ? data.systems.map((_, system) => system) : [chosen.system];
    return of.filter((system) => cells(document, chosen.metric)[system] !== null);
  }

  /** The largest distance of the score from the human score, where both are taken from their means over all systems. */
  function gap(document) {
    if (!data.human) return 0;
    const ours = cells(document, chosen.metric);
    const human = cells(document, 0);
    const [meanOurs, meanHuman] = [overall(chosen.metric), overall(0)];
    return Math.max(0, ...shown(document).filter((system) => human[system] !== null)
      .map((system) => Math.abs(ours[system] - meanOurs - (human[system] - meanHuman))));
  }

  function overall(metric) {
    const means = data.metrics[metric].ranking.map(({mean}) => mean);
    return means.reduce((sum, mean) => sum + mean, 0) / means.length;
  }

  /** The distance between the best and the worst score of a document, whichever system is chosen. */
  function spread(document) {
    const values = cells(document, chosen.metric).filter((value) => value !== null);
    return values.length ? Math.max(...values) - Math.min(...values) : 0;
  }

  /** The chosen system's score, or the lowest of all. */
  function lowest(document) {
    const values = shown(document).map((system) => cells(document, chosen.metric)[system]);
    return values.length ? Math.min(...values) : Infinity;
  }

  /** Documents with their counts, sorted by the chosen order, and with the value that each is shown with. */
  function sort(found, name) {
    const {value, shown: form} = ORDERS[name];
    const valued = found.map((entry) => ({...entry, value: value(entry.place, entry.counts)}));
    if (name !== "given") valued.sort((a, b) => b.value - a.value);
    return valued.map((entry) => ({...entry, shown: form ? form(entry.value) : data.layers.length ? String(entry.counts.passing) : ""}));
  }

  return {sort};
})();
