// <upfront-status page="https://status.example.com"></upfront-status>: what that page says now, as a link to it.
(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ":host{display:inline-block}a,span{display:inline-flex;gap:.5em;align-items:center;color:inherit}i{flex:none;width:.7em;height:.7em;background:var(--c)}.n{box-sizing:border-box;background:none;border:2px solid;border-radius:50%}",
  );
  // The outline of each state by its colour, as on the page (app/rules/basics/state-mark).
  const outlines = {
    "1f7a4d": "circle()",
    806200: "polygon(50% 0,100% 90%,0 90%)",
    a94e08: "polygon(50% 0,100% 50%,50% 100%,0 50%)",
    b3261e: "polygon(29% 0,71% 0,100% 29%,100% 71%,71% 100%,29% 100%,0 71%,0 29%)",
    "2f5fa8": "inset(8%)",
  };
  const minutes = 60_000;
  class UpfrontStatus extends HTMLElement {
    connectedCallback() {
      this.timer = setInterval(() => document.hidden || this.look(), 5 * minutes);
      this.look();
    }
    disconnectedCallback() {
      clearInterval(this.timer);
    }
    async look() {
      const page = (this.getAttribute("page") || "").replace(/\/+$/, "");
      const isPage = /^https?:\/\/./.test(page);
      let said;
      try {
        const signal = AbortSignal.timeout(minutes / 6);
        const answer = isPage && (await fetch(`${page}/badge.json`, { credentials: "omit", signal }));
        if (answer.ok) said = await answer.json();
      } catch {
        // Nothing is known.
      }
      this.show(isPage && page, said);
    }
    show(page, said) {
      const root = this.shadowRoot || this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [sheet];
      const line = document.createElement(page ? "a" : "span");
      if (page) Object.assign(line, { href: page, target: "_blank", rel: "noopener" });
      const known = said?.message && /^[0-9a-f]{6}$/.test(said.color);
      const mark = document.createElement("i");
      const outline = known && outlines[said.color];
      mark.className = outline ? "" : "n";
      if (outline) mark.style.clipPath = outline;
      if (known) mark.style.setProperty("--c", `#${said.color}`);
      line.append(mark, known ? said.message : this.getAttribute("unknown") || "Status unknown");
      root.replaceChildren(line);
    }
  }
  if (!customElements.get("upfront-status")) customElements.define("upfront-status", UpfrontStatus);
})();
