"use strict";
/* How metrics agree with human scores: the table of correlations. */
const agreement = (() => {
  const {data, nameOf, score} = report;
  const COLUMNS = {
    system_pearson: "System r",
    system_spearman: "System ρ",
    system_kendall: "System τ",
    summary_pearson: "Summary r",
    summary_spearman: "Summary ρ",
    summary_kendall: "Summary τ",
  };

  const compared = () => data.metrics.map((metric, index) => ({metric, index})).filter(({metric}) => metric.agreement);

  function table() {
    const metrics = compared().map(({metric}) => metric);
    const best = (name) => Math.max(...metrics.map((metric) => metric.agreement[name].value ?? -2));
    const bold = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, metrics.length > 1 ? best(name) : null]));
    const words = `Correlation with ${data.human}: ${data.agreement_rules}`;
    return page.element("table", {},
      page.element("caption", {}, page.element("span", {}, words)),
      page.element("thead", {}, page.element("tr", {},
        page.element("th", {scope: "col"}, "Metric"),
        Object.values(COLUMNS).map((title) => page.element("th", {scope: "col", class: "number"}, terms.make(title))))),
      page.element("tbody", {}, metrics.map((metric) => page.element("tr", {},
        page.element("th", {scope: "row"}, nameOf(metric.name)),
        Object.keys(COLUMNS).map((name) => cell(metric.agreement[name], bold[name]))))));
  }

  function cell({value, low, high}, best) {
    const shown = value !== null && value === best ? page.element("strong", {}, score(value)) : score(value);
    return page.element("td", {class: "number"}, shown,
      low !== null && page.element("span", {class: "quiet small"}, `[${score(low)}, ${score(high)}]`));
  }

  function draw() {
    const human = compared().length > 0;
    for (const id of ["scatter-controls", "correlation-rules"]) page.byId(id).hidden = !human;
    page.byId("correlations").replaceChildren(
      ...human ? saving.withTable(sorting.enable(table()), "correlations") : [page.element("p", {}, "There are no human scores to compare with.")]);
    if (human) scatter.draw();
  }

  return {draw, compared};
})();
