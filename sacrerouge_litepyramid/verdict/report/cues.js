"use strict";
/* What reaches beyond its edge fades out there, so that nothing is cut without a cue. */
(() => {
  const SCROLLED = ".scroll, .sections ul";
  let waiting = false;

  function refresh() {
    waiting = false;
    for (const node of document.querySelectorAll(SCROLLED)) {
      node.classList.toggle("more-left", node.scrollLeft > 1);
      node.classList.toggle("more-right", node.scrollLeft + node.clientWidth < node.scrollWidth - 1);
    }
  }

  function schedule() {
    if (!waiting) requestAnimationFrame(refresh);
    waiting = true;
  }

  for (const name of ["scroll", "toggle"]) document.addEventListener(name, schedule, true);
  window.addEventListener("resize", schedule);
  new MutationObserver(schedule).observe(page.byId("main"), {childList: true, subtree: true});
  schedule();
})();
