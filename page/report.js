(() => {
  "use strict";
  const all = (query, within = document) => [...within.querySelectorAll(query)];
  const named = (id) => document.getElementById(id);
  const tests = all("#tests .test");
  const filter = named("filter");
  const buttons = all("[data-show]");
  let status = "";

  const show = () => {
    const word = filter.value.trim().toLowerCase();
    let shown = 0;
    for (const test of tests) {
      if (word) test.text ??= test.textContent.toLowerCase();
      test.hidden = (status && test.dataset.status !== status) || (word && !test.text.includes(word));
      shown += !test.hidden;
    }
    for (const group of all(".group")) group.hidden = !group.querySelector(".test:not([hidden])");
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(button.dataset.show === status));
    named("shown").textContent = `${shown} of ${tests.length} tests shown`;
  };

  const reveal = () => {
    let target = null;
    try {
      target = named(decodeURIComponent(location.hash.slice(1)));
    } catch { /* no address of ours */ }
    if (!target) return;
    if (target.closest(".test[hidden]")) {
      status = filter.value = "";
      show();
    }
    for (let part = target; part; part = part.parentElement)
      if (part.tagName === "DETAILS") part.open = true;
    target.scrollIntoView();
    target.querySelector(":scope > summary")?.focus({ preventScroll: true });
  };

  const say = (button, word) => {
    button.textContent = word;
    button.setAttribute("aria-label", `${word} ${button.dataset.of}`);
  };

  const copy = async (text, button) => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      say(button, "copied");
    } catch {
      getSelection().selectAllChildren(text);
      say(button, "selected");
    }
    setTimeout(say, 2000, button, "copy");
  };

  // Only where somebody looks: a page may hold thousands of texts.
  const dress = () => {
    for (const text of all("[data-copy]:not(.dressed)")) {
      if (text.closest("details:not([open])")) continue;
      const button = document.createElement("button");
      text.classList.add("dressed");
      button.type = "button";
      button.className = "copy";
      button.dataset.of = text.getAttribute("aria-label") || text.dataset.copy;
      say(button, "copy");
      button.addEventListener("click", () => copy(text, button));
      text.after(button);
    }
  };

  for (const button of buttons)
    button.addEventListener("click", () => { status = button.dataset.show; show(); });
  filter.addEventListener("input", show);
  addEventListener("hashchange", reveal);
  addEventListener("toggle", dress, true);
  addEventListener("beforeprint", () => { for (const cause of all(".cause")) cause.open = true; });
  named("tools").hidden = false;
  show();
  dress();
  reveal();
})();
