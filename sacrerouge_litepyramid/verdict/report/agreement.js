"use strict";
/* How metrics agree with human scores: correlations, and pairs of systems and of summaries. */
const agreement = (() => {
  const {data, nameOf, score} = report;
  const COLUMNS = {
    system_pearson: "system_r",
    system_spearman: "system_rho",
    system_kendall: "system_tau",
    summary_pearson: "summary_r",
    summary_spearman: "summary_rho",
    summary_kendall: "summary_tau",
    global_pearson: "global_r",
    global_spearman: "global_rho",
    global_kendall: "global_tau",
  };
  const PAIRS = {
    system_pairwise_accuracy: "system_accuracy",
    summary_acc_eq: "summary_acc_eq",
  };

  const compared = () => data.metrics.map((metric, index) => ({metric, index})).filter(({metric}) => metric.agreement);

  /** Whether a document has two summaries. */
  const hasPairs = () => compared().some(({metric}) => "summary_acc_eq" in metric.agreement);

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

  function cell(found, best) {
    const value = found?.value ?? null;
    const shown = value !== null && value === best ? page.element("strong", {}, score(value)) : score(value);
    return page.element("td", {class: "number"}, shown,
      value !== null && page.element("span", {class: "quiet small"}, report.spread(found)));
  }

  function draw() {
    const human = compared().length > 0;
    for (const id of ["scatter-controls", "correlation-rules"]) page.byId(id).hidden = !human;
    page.byId("system-rules").hidden = !report.hasLevel("system");
    page.byId("correlations").replaceChildren(...human
      ? [
        sorting.enable(table(COLUMNS, say("agreement.correlations", {human: data.human, rules: data.agreement_rules}))),
        ...(hasPairs() ? [sorting.enable(table(PAIRS, say("agreement.pairs", {human: data.human})))] : []),
      ]
      : [page.element("p", {}, say("agreement.no_human"))]);
    if (human) scatter.draw();
  }

  return {draw, compared};
})();
