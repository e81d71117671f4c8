"use strict";
/* Puts the report together. */
(() => {
  const {data, chosen, count} = report;

  function head() {
    const systems = count(data.systems.length, "report.systems");
    const documents = count(data.metrics[0].scores.length, "report.documents");
    page.byId("title").textContent = document.title;
    page.byId("subtitle").textContent = `${systems} × ${documents} · sacrerouge-litepyramid ${data.version}`;
    page.byId("notes").append(...data.notes.map((note) => page.element("li", {}, note)));
    page.byId("reading-title").hidden = !data.reading.length;
    page.byId("reading").append(...data.reading.map((notice) => page.element("li", {}, notice)));
  }

  function metricSelects() {
    page.fill("metric", data.metrics.map(({name}, index) => [index, name]).filter(([, name]) => name !== data.human));
    page.fill("scatter-metric", agreement.compared().map(({metric, index}) => [index, metric.name]));
    page.fill("pointed", [[-1, say("report.no_system")], ...data.systems.map((name, index) => [index, name])]);
    for (const id of ["metric", "scatter-metric"]) {
      page.byId(id).addEventListener("change", (event) => chooseMetric(Number(event.target.value)));
    }
    if (!report.hasLevel("system")) {
      chosen.level = "summaries";
      page.byId("level").querySelector("[value=systems]").remove();
    }
    page.byId("level").addEventListener("change", (event) => {
      chosen.level = event.target.value;
      scatter.draw();
    });
    page.byId("pointed").addEventListener("change", (event) => {
      chosen.pointed = Number(event.target.value);
      scatter.draw();
    });
  }

  function chooseMetric(metric) {
    chosen.metric = metric;
    for (const id of ["metric", "scatter-metric"]) page.byId(id).value = String(metric);
    verdict.draw();
    leaderboard.draw();
    differences.draw();
    pair.draw();
    trust.draw();
    agreement.draw();
    if (data.documents.length) documentsView.redraw();
  }

  function origin() {
    const resamples = count(data.resamples, "report.resamples");
    const permutations = count(data.permutations, "report.permutations");
    page.byId("drawn-anew").textContent = say("report.drawn_anew", {resamples, permutations, seed: data.seed});
    page.byId("signed").textContent = say(data.signatures.length ? "report.signatures" : "report.no_signature");
    const lines = data.signatures.map((signature) => page.element("li", {}, page.element("code", {}, signature)));
    page.byId("signatures").append(...lines);
  }

  /** Draws what needs the documents themselves. */
  async function unpack() {
    Object.assign(data, await page.unpack(data.packed));
    data.packed = null;
    pair.draw();
    if (agreement.compared().length) scatter.draw();
    documentsView.start();
  }

  /** With a single system there is nothing to compare. */
  function hideComparisons() {
    const ids = ["pair-details", "differences-details", "matrix-details"];
    for (const id of ids) page.byId(id).hidden = data.systems.length < 2;
  }

  head();
  hideComparisons();
  metricSelects();
  differences.start();
  pair.start();
  judged.draw();
  metricsTable.draw();
  chooseMetric(chosen.metric);
  const followed = {pair: pair.draw, trust: trust.draw};
  if (agreement.compared().length) followed.scatter = scatter.draw;
  for (const [id, draw] of Object.entries(followed)) plot.follow(id, draw);
  origin();
  unpack()
    .catch((error) => page.byId("view").replaceChildren(page.element("p", {class: "notice warning"}, `${say("report.cannot_unpack")} (${error})`)))
    .finally(() => { document.documentElement.dataset.drawn = "true"; });
})();
