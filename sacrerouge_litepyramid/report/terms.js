"use strict";
/* Words of statistics that explain themselves, when pointed at and when they have the focus; Escape hides it. */
const terms = (() => {
  const EXPLAINED = {
    "Rank": "By the mean; equal means share the first of their ranks. Beside it the first and the last place that the system " +
      "can claim: 1 + the systems that score significantly higher, to the number of those that it does not exceed. Systems " +
      "that share a letter do not differ significantly.",
    "Mean": "The mean of the system's scores over its documents.",
    "95% interval": "Where the mean would be for other documents like these, in 95 of 100 such draws (Student's).",
    "Human score (rank)": "The system's mean human score, and its rank by it.",
    "Difference": "The row's mean minus that of the chosen system, over the documents that both have.",
    "Adjusted p": "How likely so large a difference is where two systems are equal: the paired permutation test, " +
      "corrected for all pairs. From .05 down, the two differ significantly.",
    "Wins / ties / losses": "On how many documents the system scores higher, the same, and lower.",
    "Effect size": "Cohen's d for pairs: the mean difference over its standard deviation. .2 is small, .8 is large.",
    "AUC": "How often a unit that annotators call stated has a higher probability than one that they do not. .5 is chance.",
    "kappa": "Cohen's kappa: agreement with annotators beyond chance. 0 is chance, 1 is perfect, below .4 is weak.",
    "F1": "Of the answer “stated”: the harmonic mean of precision and recall.",
    "agreement": "The share of units for which judge and annotators say the same (stated: from 50% on).",
    "majority": "What always giving the more frequent answer would reach.",
    "ECE": "Expected calibration error: how far probabilities are from the share of units that annotators call stated, on " +
      "average. 0 is perfect.",
    "model says": "The mean probability that the model gives to these units.",
    "annotators say": "The share of these units that annotators call stated. Where the model says more, it flatters.",
    "floor": "What the judge gives on average to units of another document: 0 would be right.",
    "ceiling": "What it gives on average to units that are stated word by word: 1 would be right.",
    "Both together": "The judge's probabilities of all units, corrected by the labels of the sample: without bias, " +
      "whatever the judge is worth.",
    "Labels alone": "The score by the labels of the sample, without the judge: without bias.",
    "Judge alone": "The judge's own score of all units. It has no interval, for nothing says how far it is from " +
      "the human score.",
    "Labels alone need": "How many units, drawn by chance, annotators would have to label for the standard error that both " +
      "together have.",
    "System r": "Pearson's correlation of the systems' means with human scores.",
    "System ρ": "Spearman's correlation of the systems' means with human scores: of the ranks.",
    "System τ": "Kendall's tau-b of the systems' means and human scores: pairs in the same order − pairs in the other.",
    "Summary r": "Pearson's correlation across systems within a document, the mean over documents.",
    "Summary ρ": "Spearman's correlation across systems within a document, the mean over documents.",
    "Summary τ": "Kendall's tau-b across systems within a document, the mean over documents.",
    "All documents, r": "System r, with the metric's means over the documents that nobody labelled too.",
    "System accuracy": "The share of pairs of systems whose means the metric orders as human scores do.",
    "SPA": "Soft pairwise accuracy: over pairs of systems, how near the metric's p that the first is better is to that " +
      "of human scores.",
    "Summary acc_eq": "The share of pairs of a document's summaries that both order alike or tie; differences of the metric " +
      "up to ε are ties. ε is chosen on other folds of documents.",
    "ε": "The largest difference of the metric that counts as a tie: that with the highest acc_eq on all documents.",
  };

  /** The word, as a button with its explanation where there is one. */
  function make(word) {
    if (!(word in EXPLAINED)) return word;
    const listeners = Object.fromEntries([["mouseenter", show], ["focus", show], ["mouseleave", hide], ["blur", hide]]
      .map(([event, listener]) => [`on${event}`, listener]));
    return page.element("button",
      {type: "button", class: "term", "aria-description": EXPLAINED[word], "data-term": word, onclick: show, ...listeners}, word);
  }

  function show(event) {
    const {currentTarget} = event;
    const tip = page.byId("tip");
    tip.textContent = EXPLAINED[currentTarget.dataset.term];
    tip.hidden = false;
    const at = currentTarget.getBoundingClientRect();
    const left = Math.min(at.left, document.documentElement.clientWidth - tip.offsetWidth - 8);
    tip.style.left = `${Math.max(8, left) + scrollX}px`;
    tip.style.top = `${at.bottom + 6 + scrollY}px`;
  }

  function hide() {
    page.byId("tip").hidden = true;
  }

  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());

  return {make};
})();
