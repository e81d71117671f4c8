"use strict";
/* How far the chosen judge can be trusted: its judgements beside labels, and its calibration. */
const trust = (() => {
  const {data, chosen, score} = report;
  const COLUMNS = {auc: "auc", kappa: "kappa", f1: "f1", accuracy: "agreement", ece: "ece"};

  function draw() {
    const metric = data.metrics[chosen.metric];
    const judge = judgeOf(metric.name);
    page.byId("trust").replaceChildren(
      ...(judge ? quality(judge) : [page.element("p", {class: "quiet"}, withoutLabels(metric.name))]));
  }

  /** The judge whose probabilities the score is a mean of, or one of the same metric by another measure. */
  function judgeOf(name) {
    return data.judges.find((judge) => name === `${judge.name}_${judge.measure}`)
      || data.judges.find((judge) => name.startsWith(`${judge.name}_`));
  }

  function withoutLabels(name) {
    return say(data.judged && data.judged.name === name ? "trust.planned_sample" : "trust.no_labels");
  }

  function quality(judge) {
    return [
      page.element("h3", {}, say("trust.unit_by_unit")),
      page.element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": say("trust.table")},
        sorting.enable(labels(judge))),
      ...(judge.test ? [page.element("p", {}, judge.test)] : []),
      page.element("h3", {}, say("trust.calibration")),
      calibration(judge),
    ];
  }

  function labels(judge) {
    const words = say("trust.labels", {metric: `${judge.name}_${judge.measure}`, count: judge.units.toLocaleString("en"),
      stated: (100 * judge.stated).toFixed(1)});
    return page.element("table", {class: "judge"},
      page.element("caption", {}, page.element("span", {}, words)),
      page.element("thead", {}, page.element("tr", {},
        page.element("th", {scope: "col"}, say("trust.answers")),
        Object.values(COLUMNS).map((name) => page.element("th", {scope: "col", class: "number"}, terms.make(name))))),
      page.element("tbody", {}, [["trust.judge", judge.model], ["trust.majority", judge.majority]].map(
        ([name, values]) => page.element("tr", {},
          page.element("th", {scope: "row"}, say(name)),
          Object.keys(COLUMNS).map((column) => (values[column] ? estimate(values[column]) : page.element("td")))))));
  }

  const estimate = ([value, low, high]) => page.element("td", {class: "number"}, score(value),
    low !== null && low !== high && page.element("span", {class: "quiet small"}, ` ${report.interval({low, high})}`));

  /** The share that annotators call stated, by the probability; a judge whose floor is high is wrong where nothing is said. */
  function calibration(judge) {
    const room = plot.roomOf(Math.min(560, page.byId("trust").clientWidth), 0.6, 280);
    const words = say("trust.calibration_of", {metric: `${judge.name}_${judge.measure}`});
    const ends = {values: [0, 1], exact: true};
    const {drawing, x, y} = plot.make(room, words, {...ends, title: say("trust.probability")}, {...ends, title: say("trust.annotators_say")});
    drawing.append(...plot.diagonal(x, y), ...edges(judge, x, room));
    const points = judge.calibration.map(([probability, present]) => `${x.at(probability)},${y.at(present)}`);
    drawing.append(page.drawn("polyline", {class: "curve", points: points.join(" ")}));
    drawing.append(...judge.calibration.map(([probability, present, units]) =>
      page.drawn("circle", {class: "dot", cx: x.at(probability), cy: y.at(present), r: 5},
        page.drawn("title", {}, say("trust.point",
          {probability: score(probability), stated: score(present), units})))));
    return page.element("figure", {class: "calibration"}, drawing,
      page.element("figcaption", {}, words, " ", range(judge)));
  }

  function edges(judge, x, {top, bottom}) {
    if (!judge.range) return [];
    return ["floor", "ceiling"].flatMap((name) => {
      const place = x.at(judge.range[name]);
      return [plot.rule(place, place, top, bottom, "edge"), plot.text(place, top + 10, terms.name(name), "middle", "name")];
    });
  }

  function range(judge) {
    if (!judge.range) return say("trust.no_range");
    const {floor, ceiling, source} = judge.range;
    return page.element("span", {}, say.parts("trust.range",
      {floor: terms.make("floor"), low: score(floor), ceiling: terms.make("ceiling"), high: score(ceiling), source}));
  }

  return {draw};
})();
