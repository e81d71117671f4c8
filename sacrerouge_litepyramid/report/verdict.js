"use strict";
/* The verdict on the chosen metric, in the sentences that were written when the page was made. */
const verdict = (() => {
  const {data, chosen} = report;
  const RULES = "Places: from the first to the last that a system can claim. Systems that share a letter are level: " +
    "they cannot be told apart. A line parts tiers: every system above it is better than every one below.";

  function draw() {
    const {leaders, test, judge, agreement, warnings} = data.metrics[chosen.metric].verdict;
    const [first, ...others] = warnings;
    page.byId("verdict-text").replaceChildren(
      page.element("p", {class: "lead"}, leaders.join(" ")),
      page.element("p", {}, judge),
      ...(agreement ? [page.element("p", {}, agreement)] : []),
      page.element("p", {class: first ? "notice warning" : "notice"},
        first ? [page.element("strong", {}, "Beware: "), first] : "Nothing that this report checks stands out."),
      ...(others.length ? [more(others)] : []));
    page.byId("test-rules").textContent = `${test} ${RULES}`;
  }

  function more(warnings) {
    const told = report.count(warnings.length, "more thing to beware of", "more things to beware of");
    return page.element("details", {class: "warnings"}, page.element("summary", {}, told),
      page.element("ul", {}, warnings.map((warning) => page.element("li", {}, warning))));
  }

  return {draw};
})();
