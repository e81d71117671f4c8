"use strict";
/* The time of each task in a form, and the forecast of the time left. */
const timing = {
  /** A gap between two inputs of more than these seconds is a pause and does not count. */
  PAUSE: 120,

  /** Timed tasks before a forecast is shown. */
  MIN_TIMED: 3,

  /**
   * Measures the seconds of each of `count` tasks, kept in the browser under a key. Time counts while the page is visible,
   * from one key or movement of the pointer to the next, unless that gap is longer than PAUSE.
   */
  clock(key, count) {
    const kept = timing.readSeconds(key, count);
    const seconds = kept ?? Array(count).fill(0);
    let [current, last] = [null, null];
    const tick = () => {
      const time = performance.now();
      const gap = last === null ? 0 : (time - last) / 1000;
      if (current !== null && gap <= timing.PAUSE) seconds[current] += gap;
      last = document.hidden ? null : time;
    };
    const keep = () => {
      tick();
      page.store(key, JSON.stringify(seconds));
    };
    for (const name of ["keydown", "input", "pointerdown", "pointermove", "wheel"]) {
      document.addEventListener(name, tick, {capture: true, passive: true});
    }
    document.addEventListener("visibilitychange", keep);
    window.addEventListener("pagehide", keep);
    return {
      /** The seconds of a task so far, to a tenth. */
      read: (index) => Math.round(seconds[index] * 10) / 10,
      /** Counts from now on for this task. */
      start(index) {
        keep();
        current = index;
      },
      /** Takes the seconds of a loaded file, where they are more than this browser measured. */
      raise(index, given) {
        if (Number.isFinite(given)) seconds[index] = Math.max(seconds[index], given);
      },
    };
  },

  /** The seconds that the browser kept, or null if they do not fit. */
  readSeconds(key, count) {
    try {
      const kept = JSON.parse(page.stored(key));
      return kept?.length === count && kept.every((seconds) => Number.isFinite(seconds) && seconds >= 0) ? kept : null;
    } catch {
      return null;
    }
  },

  /** Shows the time left, at the pace of the tasks {seconds, size, done} that are done and were timed. */
  forecast(tasks) {
    const timed = tasks.filter(({seconds, done}) => done && seconds > 0);
    const sum = (members, field) => members.reduce((total, member) => total + member[field], 0);
    const left = sum(tasks.filter(({done}) => !done), "size");
    const minutes = (sum(timed, "seconds") / sum(timed, "size") / 60) * left;
    const known = timed.length >= timing.MIN_TIMED && left > 0;
    const tenths = {minimumFractionDigits: 1, maximumFractionDigits: 1};
    const text = minutes < 90 ? form.say("minutes", {count: Math.max(1, Math.round(minutes))})
      : form.say("hours", {count: (minutes / 60).toLocaleString(document.documentElement.lang, tenths)});
    page.byId("forecast").textContent = known ? text : "";
  },
};
