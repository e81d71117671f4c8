"use strict";
/* Puts the report together. */
(() => {
  const {data, chosen, count} = report;

  function head() {
    page.byId("title").textContent = document.title;
    const parts = [count(data.systems.length, "system", "systems"), count(data.documents.length, "document", "documents")];
    page.byId("subtitle").textContent = `${parts.join(" × ")} · sacrerouge-litepyramid ${data.version}`;
    page.byId("notes").append(...data.notes.map((note) => page.element("p", {class: "notice"}, note)));
  }

  function metricSelects() {
    const compared = new Set(agreement.compared().map(({index}) => index));
    data.metrics.forEach(({name}, index) => {
      page.byId("metric").append(page.element("option", {value: index}, name));
      if (compared.has(index)) page.byId("scatter-metric").append(page.element("option", {value: index}, name));
    });
    page.byId("pointed").append(...["no system", ...data.systems].map((name, index) => page.element("option", {value: index - 1}, name)));
    const choose = (event) => {
      chosen.metric = Number(event.target.value);
      showMetric();
    };
    page.byId("metric").addEventListener("change", choose);
    page.byId("scatter-metric").addEventListener("change", choose);
    for (const id of ["level", "pointed"]) {
      page.byId(id).addEventListener("change", (event) => {
        chosen[id] = id === "level" ? event.target.value : Number(event.target.value);
        agreement.drawScatter();
      });
    }
  }

  function showMetric() {
    page.byId("metric").value = String(chosen.metric);
    if (page.byId("scatter-metric").querySelector(`[value="${chosen.metric}"]`)) page.byId("scatter-metric").value = String(chosen.metric);
    leaderboard.draw();
    agreement.draw();
  }

  function origin() {
    const told = ["Units are the facts of the references. A unit's colour and number are the probability that the summary " +
      "states it, as the evidence has it; from 50% on the model counts as saying so.",
    "The nearest sentence is not the presence model's answer: it is the sentence of the summary that holds the largest " +
      "share of the unit's content words, weighted as the embedded lexical model weights them. R with a number is the " +
      "sentence of the reference that a unit comes from, as the units file tells it, or after ≈ the one nearest by the " +
      "same rule.",
    `Intervals and comparisons: ${data.resamples.toLocaleString("en")} resamples of the documents, seed ${data.seed}. Higher ` +
      "scores are taken to be better."];
    page.byId("origin-text").append(...told.map((each) => page.element("p", {}, each)),
      page.element("p", {}, data.signatures.length ? "Signatures of the scores:" : "No signature lay beside the scores."),
      page.element("ul", {}, data.signatures.map((each) => page.element("li", {}, page.element("code", {}, each)))));
  }

  head();
  metricSelects();
  showMetric();
  documentsView.start();
  origin();
  document.documentElement.dataset.drawn = "true";
})();
