"use strict";
/* The verdict on the chosen metric, in the sentences that were written when the page was made. */
const verdict = (() => {
  const {data, chosen} = report;
  const RULES = "Places: from the first to the last that a system can claim. Systems that share a letter do not " +
    "differ significantly. A line parts tiers: every system above it scores significantly higher than every one below.";

  function draw() {
    const {leaders, test, judge, limits, agreement, warnings} = data.metrics[chosen.metric].verdict;
    const [first, ...others] = warnings;
    const isDoubtful = data.low_agreement && (agreement || data.metrics[chosen.metric].name === data.human);
    page.byId("verdict-text").replaceChildren(
      ...[agreement, leaders.join(" "), judge, limits].filter(Boolean).map((text, place) =>
        page.element("p", {class: !place && !isDoubtful && "lead"}, text)),
      page.element("p", {class: first ? "notice warning" : "notice"},
        first ? [page.element("strong", {}, "Warning: "), first] : "No warnings."),
      ...(others.length ? [more(others)] : []));
    page.byId("test-rules").textContent = `${test} ${RULES}`;
  }

  function more(warnings) {
    const title = report.count(warnings.length, "more warning", "more warnings");
    return page.element("details", {class: "warnings"}, page.element("summary", {}, title),
      page.element("ul", {}, warnings.map((warning) => page.element("li", {}, warning))));
  }

  return {draw};
})();
