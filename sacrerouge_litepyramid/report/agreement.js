"use strict";
/* How metrics agree with human scores: correlations, pairs of systems and of summaries, and pairs that are close. */
const agreement = (() => {
  const {data, nameOf, score} = report;
  const COLUMNS = {
    system_pearson: "system_r",
    system_spearman: "system_rho",
    system_kendall: "system_tau",
    summary_pearson: "summary_r",
    summary_spearman: "summary_rho",
    summary_kendall: "summary_tau",
  };
  const PAIRS = {
    "all-documents_pearson": "all_documents_r",
    system_pairwise_accuracy: "system_accuracy",
    summary_acc_eq: "summary_acc_eq",
  };
  const CLOSEST = "close-pairs_kendall_closest_";
  /** The height of a line's name. */
  const LINE = 14;

  const compared = () => data.metrics.map((metric, index) => ({metric, index})).filter(({metric}) => metric.agreement);

  function table(titles, words) {
    const metrics = compared().map(({metric}) => metric);
    const names = Object.keys(titles).filter((name) => metrics.some((metric) => name in metric.agreement));
    const best = (name) => Math.max(...metrics.map((metric) => metric.agreement[name]?.value ?? -2));
    const bold = (name) => (metrics.length > 1 ? best(name) : null);
    return page.element("table", {},
      page.element("caption", {}, page.element("span", {}, words)),
      page.element("thead", {}, page.element("tr", {},
        page.element("th", {scope: "col"}, terms.make("metric")),
        names.map((name) => page.element("th", {scope: "col", class: "number"}, terms.make(titles[name]))))),
      page.element("tbody", {}, metrics.map((metric) => page.element("tr", {},
        page.element("th", {scope: "row"}, nameOf(metric.name)),
        names.map((name) => cell(metric.agreement[name], bold(name)))))));
  }

  /** Kendall's τ of the pairs of systems that are closest by each metric, as a line by their share of all pairs. */
  function closeness() {
    const lines = compared().map(({metric}) => ({
      name: metric.name,
      points: Object.entries(metric.agreement).filter(([name]) => name.startsWith(CLOSEST))
        .map(([name, found]) => ({share: Number(name.slice(CLOSEST.length)), ...found})),
    })).filter(({points}) => points.length);
    if (!lines.length) return [];
    const room = plot.roomOf(Math.min(560, page.byId("correlations").clientWidth), 0.6, 280);
    const words = say("agreement.closeness");
    const values = lines.flatMap(({points}) => points.map(({value}) => value));
    const {drawing, x, y} = plot.make(room, words, {values: [0, 100], exact: true, title: say("agreement.axis_closest")},
      {values: [Math.min(0, ...values), 1], title: say("agreement.axis_tau")});
    let above = -Infinity;
    for (const {name, points} of lines.sort((one, other) => other.points[0].value - one.points[0].value)) {
      drawing.append(page.drawn("polyline",
        {class: "curve", points: points.map(({share, value}) => `${x.at(share)},${y.at(value)}`).join(" ")}));
      above = Math.max(y.at(points[0].value) + 4, above + LINE);
      drawing.append(plot.text(x.at(points[0].share) - 10, above, plot.fitted(name, x.at(points[0].share) - room.left - 12), "end", "name"));
      drawing.append(...points.map(({share, value, n}) => page.drawn("circle", {class: "dot", cx: x.at(share), cy: y.at(value), r: 5},
        page.drawn("title", {}, say("agreement.point", {name, value: score(value), share, pairs: n})))));
    }
    return [page.element("figure", {class: "calibration"}, drawing,
      page.element("figcaption", {}, words))];
  }

  function cell(found, best) {
    const {value, low, high} = found || {value: null, low: null};
    const shown = value !== null && value === best ? page.element("strong", {}, score(value)) : score(value);
    return page.element("td", {class: "number"}, shown,
      low !== null && page.element("span", {class: "quiet small"}, ` ${report.interval({low, high})}`));
  }

  function draw() {
    const human = compared().length > 0;
    for (const id of ["scatter-controls", "correlation-rules"]) page.byId(id).hidden = !human;
    page.byId("correlations").replaceChildren(...human
      ? [
        sorting.enable(table(COLUMNS, say("agreement.correlations", {human: data.human, rules: data.agreement_rules}))),
        sorting.enable(table(PAIRS, say("agreement.pairs", {human: data.human}))),
        ...closeness(),
      ]
      : [page.element("p", {}, say("agreement.no_human"))]);
    if (human) scatter.draw();
  }

  return {draw, compared};
})();
