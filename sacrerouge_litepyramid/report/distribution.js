"use strict";
/* How the scores of summaries are spread, and whether longer summaries score higher. */
const distribution = (() => {
  const {data, chosen, score, count} = report;
  const BINS = 20;
  const lengths = new Map();

  function draw() {
    const metric = data.metrics[chosen.metric];
    const points = data.documents.flatMap(({id, summaries}, place) => summaries.map((text, system) => ({
      id, system, text, score: metric.scores[place][system],
    }))).filter((point) => point.text >= 0 && point.score !== null && point.score !== undefined)
      .map((point) => ({...point, length: lengthOf(point.text)}));
    page.byId("distribution").replaceChildren(...(points.length ? [
      figure(histogram(metric, points), say("distribution.by_score", {metric: metric.name}), "histogram"),
      figure(byLength(metric, points), lengthTold(metric, points), "length"),
    ] : []));
  }

  function lengthOf(text) {
    if (!lengths.has(text)) lengths.set(text, data.texts[text].join(" ").split(/\s+/).filter(Boolean).length);
    return lengths.get(text);
  }

  function figure(drawing, words, name) {
    return page.element("figure", {class: "half"}, drawing, page.element("figcaption", {}, words), saving.ofDrawing(drawing, name));
  }

  const room = () => {
    const whole = page.byId("distribution").clientWidth;
    return plot.roomOf(Math.min(560, whole > 720 ? whole / 2 - 16 : whole), 0.6, 240);
  };

  function histogram(metric, points) {
    const values = points.map((point) => point.score);
    const low = values.reduce((a, b) => Math.min(a, b));
    const width = (values.reduce((a, b) => Math.max(a, b)) - low || 1) / BINS;
    const counts = new Array(BINS).fill(0);
    for (const value of values) counts[Math.min(BINS - 1, Math.floor((value - low) / width))] += 1;
    const words = say("distribution.histogram", {summaries: count(values.length, "distribution.summaries"), metric: metric.name});
    const {drawing, x, y} = plot.make(room(), words,
      {values: [low, low + BINS * width], title: metric.name, exact: true},
      {values: [0, Math.max(...counts)], title: say("distribution.axis_summaries"), exact: true});
    drawing.append(...counts.map((number, bin) => {
      const [from, to] = [low + bin * width, low + (bin + 1) * width];
      return page.drawn("rect", {class: "gain", x: x.at(from), width: Math.max(1, x.at(to) - x.at(from) - 1), y: y.at(number),
        height: y.at(0) - y.at(number)}, page.drawn("title", {}, say("distribution.bin", {low: score(from), high: score(to), count: number})));
    }));
    return drawing;
  }

  function byLength(metric, points) {
    const {drawing, x, y} = plot.make(room(), lengthTold(metric, points),
      {values: points.map((point) => point.length), title: say("distribution.axis_words")},
      {values: points.map((point) => point.score), title: metric.name});
    drawing.append(...plot.thin(points).map((point) => page.drawn("circle",
      {class: `dot small${point.system === chosen.pointed ? " pointed" : ""}`, cx: x.at(point.length), cy: y.at(point.score), r: 2.6},
      page.drawn("title", {}, say("distribution.point",
        {system: data.systems[point.system], document: point.id, words: point.length, score: score(point.score)})))));
    return drawing;
  }

  function lengthTold(metric, points) {
    const r = correlate(points.map((point) => point.length), points.map((point) => point.score));
    const found = r === null ? say("distribution.constant") : `r = ${r.toFixed(3)}`;
    return say("distribution.length", {metric: metric.name, correlation: found, count: points.length.toLocaleString("en")}) + plot.thinned(points);
  }

  /** Pearson's correlation; null where one side is constant. */
  function correlate(a, b) {
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [meanA, meanB] = [mean(a), mean(b)];
    const sum = (of) => a.reduce((total, _, place) => total + of(a[place] - meanA, b[place] - meanB), 0);
    const spread = Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
    return spread > 0 ? sum((x, y) => x * y) / spread : null;
  }

  return {draw};
})();
