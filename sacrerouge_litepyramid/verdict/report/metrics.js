"use strict";
/* The systems' means by all scores side by side, the human score first, and how far each agrees with it. */
const metricsTable = (() => {
  const {data, nameOf, score, means} = report;
  const ROWS = {system_pearson: "system_r", summary_pearson: "summary_r", global_pearson: "global_r"};

  function draw() {
    const others = data.metrics.filter(({name}) => name !== data.human);
    page.byId("metrics").replaceChildren(...(others.length > 1 ? [table()] : []));
  }

  function table() {
    const known = data.metrics.map(means);
    const ranked = data.metrics[0].ranking.map(({system}) => system);
    const systems = [...ranked, ...data.systems.map((_, system) => system).filter((system) => !ranked.includes(system))];
    const made = page.element("table", {class: "metrics"},
      page.element("caption", {}, say("metrics.caption")),
      page.element("thead", {}, page.element("tr", {}, page.element("th", {scope: "col"}, terms.make("system")),
        data.metrics.map(({name}) => page.element("th", {scope: "col", class: "number"}, nameOf(name))))),
      page.element("tbody", {}, systems.map((system) => page.element("tr", {},
        page.element("th", {scope: "row"}, nameOf(data.systems[system])),
        known.map((mean) => page.element("td", {class: "number"}, score(mean.get(system))))))),
      data.human && page.element("tfoot", {}, levels().flatMap((name) => [agreementRow(name), limitRow(name)])));
    return sorting.enable(made, 1);
  }

  const levels = () => Object.keys(ROWS).filter((name) => data.metrics.some(({agreement}) => agreement && name in agreement));

  function agreementRow(name) {
    const numbers = data.metrics.map(({agreement}) => agreement?.[name] ?? null);
    const values = numbers.map((found) => found?.value ?? null);
    const best = Math.max(...values.filter((value) => value !== null));
    return page.element("tr", {}, page.element("th", {scope: "row"}, terms.make(ROWS[name])),
      values.map((value, place) => page.element("td", {class: "number"},
        place === 0 ? "" : value === best ? page.element("strong", {}, score(value)) : score(value))));
  }

  /** The correlation over unlimited documents, null at a level that does not have it. */
  function limitRow(name) {
    const limits = data.metrics.map(({agreement}) => agreement?.[name]?.limit ?? "");
    return limits.some(Boolean) && page.element("tr", {class: "quiet"},
      page.element("th", {scope: "row"}, terms.make("limit")),
      limits.map((limit) => page.element("td", {class: "number"}, limit)));
  }

  return {draw};
})();
