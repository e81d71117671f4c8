"use strict";
/* Why a unit has its probability in a summary: its words there, and the features that a judge uses. */
const why = (() => {
  const {layer} = report;
  const KINDS = {"+": "matched", "=": "related", "-": "missing", "#": "conflict", "@": "conflict", "%": "conflict", "!": "conflict"};
  const STATED = ["matched", "related"];
  const PARTS = ["why.negation", "why.numbers", "why.missing_name"];
  const KINDS_OF_LETTERS = [/\p{L}/u, /\p{N}/u];

  const of = (document, system) => layer().documents[document].why[system];

  /** The sentence about a summary's score, null where no model judged. */
  const sentence = (document, system) => of(document, system)?.sentence ?? null;

  /** A unit's text with its words marked by what became of them in the summary. */
  function marked(document, system, unit) {
    const {text} = layer().documents[document].units[unit];
    const found = of(document, system);
    if (!found) return page.element("span", {}, text);
    const words = layer().documents[document].words[unit];
    const kinds = words.map((word, place) => ({word, kind: KINDS[found.marks[unit][place]]}));
    const runs = clauses.marked(document, system, unit, (run) => page.element("span", {class: clauses.kind(run)},
      mark(run.text, run.places.map((place) => kinds[place]).filter(({kind}) => kind === "conflict"))));
    return page.element("span", {}, runs ?? mark(text, kinds.filter(({kind}) => !STATED.includes(kind))));
  }

  /** The nodes of a text in which words, in their order, are marked by their kind. */
  function mark(text, words) {
    let from = 0;
    return wrap(text, words.flatMap(({word, kind}) => {
      const at = find(text, word, from);
      if (at < 0) return [];
      from = at + word.length;
      return [{at, length: word.length, kind}];
    }));
  }

  /** The nodes of a text in which words, in any order and in capitals or not, are marked as found. */
  function highlight(text, words) {
    const places = words.map((word) => ({at: find(text.toLowerCase(), word.toLowerCase()), length: word.length, kind: "found"}));
    return wrap(text, places.sort((a, b) => a.at - b.at));
  }

  /** The nodes of a text with elements at places, in their order; a place that is not there or overlaps is left out. */
  function wrap(text, places) {
    const parts = [];
    let from = 0;
    for (const {at, length, kind} of places.filter((place) => place.at >= 0)) {
      if (at < from) continue;
      parts.push(text.slice(from, at), page.element("span", {class: `word ${kind}`}, text.slice(at, at + length)));
      from = at + length;
    }
    return [...parts, text.slice(from)];
  }

  /** Where a word stands as a whole in a text from a place on; -1 for nowhere. */
  function find(text, word, from = 0) {
    for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
      if (!continues(text[at - 1], word[0]) && !continues(word.at(-1), text[at + word.length])) return at;
    }
    return -1;
  }

  /** Whether two characters belong to one word: both letters, or both digits, as words are split ("18th" is two). */
  const continues = (before, after) => KINDS_OF_LETTERS.some((kind) => kind.test(before ?? "") && kind.test(after ?? ""));

  /** The reasons, folded: words by what became of them, the judge's contributions, an NLI model's probabilities. */
  function reasons(document, system, unit) {
    if (!of(document, system)) return null;
    const lines = [...words(document, system, unit), contributions(document, system, unit), classes(document, system, unit)];
    return page.element("details", {class: "reasons", dir: "ltr"}, page.element("summary", {}, say("why.title")),
      page.element("ul", {class: "plain"}, lines.filter(Boolean).map((line) => page.element("li", {}, line))));
  }

  function words(document, system, unit) {
    const {marks, against} = of(document, system);
    const all = layer().documents[document].words[unit];
    const chosen = (kind) => all.filter((_, place) => KINDS[marks[unit][place]] === kind);
    const conflicting = chosen("conflict");
    const listed = (some) => page.element("bdi", {}, some.join(", "));
    const theirs = against[unit] ? say.parts("why.against", {words: listed(against[unit])}) : [say("why.denied")];
    return [["why.matched", chosen("matched"), []], ["why.related", chosen("related"), []],
      ["why.missing", chosen("missing"), []], ["why.conflict", conflicting, theirs]]
      .filter(([, some]) => some.length)
      .map(([heading, some, more]) => [page.element("span", {class: "quiet"}, `${say(heading)} `), listed(some), ...more]);
  }

  /** The log-odds of a logistic judge: its start, and what words, negation, numbers and names add. */
  function contributions(document, system, unit) {
    const {start, documents} = layer();
    const {wholes} = of(document, system);
    // The judge read the clauses of a divided fact, not the whole.
    if (wholes?.[unit] === null) return null;
    const value = wholes?.[unit] ?? documents[document].values[system]?.[unit];
    if (start === null || value === null || value === undefined) return null;
    const probability = Math.min(Math.max(value + 0.5, 1), 999) / 1000;
    const parts = (of(document, system).parts[unit] ?? [0, 0, 0]).map((tenths) => tenths / 10);
    const rest = Math.log(probability / (1 - probability)) - start - parts.reduce((sum, part) => sum + part, 0);
    const named = [["why.start", start], [layer().meaning ? "why.words_and_meaning" : "why.words", rest],
      ...parts.map((part, place) => [PARTS[place], part]).filter(([, part]) => part)];
    return [page.element("span", {class: "quiet"}, `${say("why.log_odds")} `),
      named.map(([name, part]) => `${say(name)} ${report.signed(part, 1)}`).join(", ")];
  }

  function classes(document, system, unit) {
    const found = layer().documents[document].details[system]?.[unit];
    if (!found) return null;
    const [neutral, contradiction] = found;
    return say("why.classes", {entailment: 100 - neutral - contradiction, neutral, contradiction});
  }

  return {sentence, marked, highlight, find, reasons};
})();
