"use strict";
/* The report's data, what is chosen, and what follows from both without drawing. */
const report = (() => {
  // the documents, their texts and layers are unpacked after the head is drawn
  const data = {documents: [], texts: [], lengths: [], layers: [], ...page.data()};
  /** From this probability on, in thousandths, the model says that a unit is stated. */
  const STATED = 500;
  /** A shorter common beginning of the systems' names is not cut. */
  const MIN_COMMON = 8;

  document.documentElement.dataset.drawn = "false";

  const chosen = {metric: 0, level: "systems", pointed: -1, layer: 0, system: -1, show: "", length: "", document: 0,
    against: -1, pair: [-1, -1]};
  // human scores stand first; what is ranked at first is a metric
  chosen.metric = data.human && data.metrics.length > 1 ? 1 : 0;

  /** The bounds of an interval, in words. */
  const interval = ({low, high}) => say("state.interval", {low: score(low), high: score(high)});

  /** The interval that stands after a value, if there is one. */
  const spread = (found) => (found.low === null ? "" : ` ${interval(found)}`);

  const layer = () => data.layers[chosen.layer] || null;

  /** A unit's judgement in a summary: value in thousandths and label, null where there is none, and the verdict. */
  function judgement(document, system, unit) {
    const of = layer().documents[document];
    const value = of.values[system] ? of.values[system][unit] : null;
    const label = of.labels[system] ? of.labels[system][unit] : null;
    let verdict = "";
    if (value !== null && label !== null) {
      const stated = value >= STATED;
      verdict = stated === (1000 * label >= STATED) ? "agree" : stated ? "high" : "low";
    }
    return {value, label, verdict};
  }

  /** Whether a judgement passes the filter of disagreement. */
  function passes(document, system, unit) {
    const {value, label, verdict} = judgement(document, system, unit);
    if (chosen.show === "differ") return verdict === "high" || verdict === "low";
    if (chosen.show) return verdict === chosen.show;
    return value !== null || label !== null;
  }

  /** The systems that pass the filter and have a summary of the document, by the rank of the chosen metric. */
  function systemsOf(document) {
    const ranked = data.metrics[chosen.metric].ranking.map(({system}) => system);
    const unranked = data.systems.map((_, index) => index).filter((system) => !ranked.includes(system));
    const all = chosen.system < 0 ? [...ranked, ...unranked] : [chosen.system];
    return all.filter((system) => data.documents[document].summaries[system] >= 0);
  }

  /** How many judgements of a document pass, and how judge and annotators stand in those that both have. */
  function counts(document) {
    const found = {passing: 0, both: 0, high: 0, low: 0};
    if (!layer()) return found;
    const units = layer().documents[document].units.length;
    for (const system of systemsOf(document)) {
      for (let unit = 0; unit < units; unit++) {
        if (!passes(document, system, unit)) continue;
        const {verdict} = judgement(document, system, unit);
        found.passing += 1;
        if (verdict) found.both += 1;
        if (verdict === "high" || verdict === "low") found[verdict] += 1;
      }
    }
    return found;
  }

  /** The number of words of a summary. */
  const lengthOf = (document, system) => data.lengths[data.documents[document].summaries[system]];

  /** The mean number of words of a document's summaries that are shown, null without any. */
  function meanLength(document) {
    const lengths = systemsOf(document).map((system) => lengthOf(document, system));
    return lengths.length ? lengths.reduce((sum, length) => sum + length, 0) / lengths.length : null;
  }

  /** A metric's mean by system, of those that have one. */
  const means = (metric) => new Map(metric.ranking.map(({system, mean}) => [system, mean]));

  /** Whether metrics correlate with human scores at a level, of "system", "summary" and "global". */
  const hasLevel = (level) => data.metrics.some(({agreement}) => agreement && `${level}_pearson` in agreement);

  const sentences = (document, system) => data.texts[data.documents[document].summaries[system]] || [];
  /** A system's or metric's name, which may break after _ and -, whichever way its letters run. */
  const nameOf = (name) => page.element("bdi", {},
    name.split(/(?<=[_-])/).flatMap((part) => [part, document.createElement("wbr")]));
  /** How many letters at the beginning are the same in all systems' names, up to the last mark between words. */
  const COMMON = (() => {
    if (data.systems.length < 2) return 0;
    const [first, ...others] = data.systems;
    let same = 0;
    while (same < first.length && others.every((name) => name[same] === first[same])) same += 1;
    const shared = first.slice(0, same).search(/[^\s_\-/.:]*$/);
    return shared >= MIN_COMMON ? shared : 0;
  })();
  /** A system's name for a narrow place: without the beginning that all share. */
  const shortName = (name) => (COMMON ? `…${name.slice(COMMON)}` : name);
  const score = (value) => {
    if (value === null || value === undefined) return say("state.none");
    return value !== 0 && Math.abs(value) < 0.0005 ? value.toExponential(1) : value.toFixed(3);
  };
  /** Of thousandths; a probability below a half, which does not count as stated, is never shown as 50%. */
  const percent = (value) => Math.min(Math.round(value / 10), value < STATED ? 49 : 100);
  /** A difference, with its sign. */
  const signed = (value, decimals = 3) => (value === null ? say("state.none")
    : `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(decimals)}`);
  /** The text of a key with a number in it; one thing has a key of its own. */
  const count = (number, key) => say(number === 1 ? `${key}_one` : key, {count: number.toLocaleString("en")});

  return {interval, spread, data, hasLevel, chosen, layer, judgement, passes, systemsOf, counts, lengthOf, meanLength, means, sentences, nameOf, shortName, score, signed, percent, count,
    STATED};
})();
