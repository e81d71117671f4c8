"use strict";
/* How a document's units and their judgements are named, coloured and described. */
const units = (() => {
  const {data, layer, judgement, passes, percent} = report;
  const BANDS = 5;
  const mark = (label) => label === 1 ? "✓" : label ? "◐" : "–";
  const statement = (label) => label === 1 ? say("units.stated")
    : label ? say("units.partly_stated", {percent: Math.round(100 * label)}) : say("units.not_stated");

  const of = (document) => (layer() ? layer().documents[document].units : []);
  const indices = (document) => of(document).map((_, unit) => unit);
  const passing = (document, system) => indices(document).filter((unit) => passes(document, system, unit));

  /** R2, or R1.2 where there are several references; after ≈ it was found by its words. */
  function source(document, {reference, sentence, is_near: isNear}) {
    return sentence < 0 ? "" : (isNear ? "≈ " : "") + referenceTag(document, reference, sentence);
  }

  function referenceTag(document, reference, sentence) {
    const several = data.documents[document].references.length > 1;
    return several ? `R${reference + 1}.${sentence + 1}` : `R${sentence + 1}`;
  }

  /** "SCU × 2 · vital · R1" */
  function kind(document, unit) {
    const {kind: name, weight, importance} = unit;
    const weighted = weight === 1 ? name.toUpperCase() : `${name.toUpperCase()} × ${weight}`;
    return [weighted, importance, source(document, unit)].filter(Boolean).join(" · ");
  }

  /** The number, text, kind and source of a unit, as the head of its row, whose direction is that of the text alone. */
  const head = (document, unit, text = of(document)[unit].text) => [
    page.element("span", {class: "tag", dir: "ltr"}, `U${unit + 1}`), " ",
    text, " ",
    page.element("span", {class: "quiet small", dir: "ltr"}, kind(document, of(document)[unit])),
  ];

  /** The ground of a probability: five bands from the least to the largest. */
  function ground(value) {
    return value === null ? "band none" : `band band-${Math.min(BANDS - 1, Math.floor((percent(value) * BANDS) / 100))}`;
  }

  const differs = (verdict) => verdict === "high" || verdict === "low";

  /** A judgement in words, for those who do not see the colours. */
  function words({value, label, verdict}) {
    const parts = [value === null ? say("units.not_judged") : `${layer().measure} ${percent(value)}%`];
    if (label !== null) parts.push(say("units.label", {label: statement(label)}));
    if (verdict) parts.push(say(verdict === "agree" ? "units.agree" : "units.differ"));
    return parts.join(", ");
  }

  /** The nearest sentence of a summary and its share in hundredths, or null where none has a word of the unit. */
  function nearest(document, system, unit) {
    const support = layer().documents[document].support[system];
    return support && support[0][unit] >= 0 ? {sentence: support[0][unit], share: support[1][unit]} : null;
  }

  /** Whether a label of the document is a grade between; labels are null for a system without any. */
  const hasGrades = ({labels}) => labels.some((own) => own && own.some((label) => label > 0 && label < 1));

  function legend() {
    const {measure, labelled} = layer();
    const bounds = Array.from({length: BANDS}, (_, band) => [band, `${band * 20}–${band * 20 + 20}`]);
    return page.element("p", {class: "legend small"},
      measure && bounds.map(([band, name]) => page.element("span", {class: `chip band band-${band}`}, name)),
      clauses.isIn(report.chosen.document) && clauses.legend(),
      labelled && page.element("span", {}, 
        say(hasGrades(layer().documents[report.chosen.document]) ? "units.legend_grades" : "units.legend_labels")),
      measure && labelled && page.element("span", {},
        page.element("span", {class: "chip band differs"}, say("units.outlined")),
        ` ${say("units.legend_differ")}`));
  }

  return {mark, statement, of, indices, passing, referenceTag, head, ground, differs, words, nearest, judgement, legend};
})();
