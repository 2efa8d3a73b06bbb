/** @jsxImportSource ~/html */
import { expect, test } from "vitest";
import { type Looking, look, pageText } from "../../../../tests/support/public-page";
import { calmSnapshot } from "../../../../tests/support/sample-snapshot";
import { EmbedOptionsPage } from "./elsewhere-page";
import { badgeHtml, badgeMarkdown, cardEmbedSnippet, statusLineEmbedHtml } from "./snippets";

const url = "https://status.example.com/northwind";

test("what is copied names the page or the component by its public address, and the style that was chosen", () => {
  const whole = { url, name: "Northwind Cloud", component: null, style: "flat" } as const;
  expect(badgeMarkdown(whole)).toBe(`[![Northwind Cloud](${url}/badge.svg)](${url})`);
  const own = { ...whole, name: "API", component: "01k", style: "dot" } as const;
  expect(badgeMarkdown(own)).toBe(`[![API](${url}/components/01k/badge.svg?style=dot)](${url}/components/01k)`);
  expect(badgeHtml(own)).toBe(
    `<a href="${url}/components/01k"><img src="${url}/components/01k/badge.svg?style=dot" alt="API"></a>`,
  );
  expect(cardEmbedSnippet(whole)).toContain(`<iframe src="${url}/embed" title="Northwind Cloud"`);
  expect(statusLineEmbedHtml(whole)).toBe(
    `<script src="https://status.example.com/embed.js" async></script><upfront-status page="${url}"></upfront-status>`,
  );
});

test("a name cannot leave the place that it has in a snippet", () => {
  const odd = { url, name: '"><b>]( x', component: null, style: "flat" } as const;
  expect(badgeHtml(odd)).toContain('alt="&quot;&gt;&lt;b&gt;]( x"');
  expect(badgeMarkdown(odd)).toContain('[!["><b>\\]( x](');
});

async function shown(looking: Looking = {}): Promise<string> {
  const scene = look(calmSnapshot(), looking);
  const component = scene.page.snapshot.components[2] ?? null;
  return pageText(scene, <EmbedOptionsPage {...scene} component={component} style="for-the-badge" />);
}

test("every text can be copied by hand; buttons wait for a script; calendar and feeds are the component's own", async () => {
  const html = await shown();
  const ids = [...html.matchAll(/<textarea id="([^"]+)" rows="\d+" readonly spellcheck="false" dir="ltr">[^<]+</g)].map(
    ([, id]) => id,
  );
  expect(ids).toEqual(["badge-html", "badge-markdown", "calendar", "atom", "rss", "card", "line"]);
  expect([...html.matchAll(/data-copy="([^"]+)"[^>]* hidden>/g)].map(([, id]) => id)).toEqual(ids);
  expect(html).toMatch(/>https:[^<]*\/components\/[^"/]+\/calendar.ics<\/textarea>/);
  expect(html).toMatch(/<img src="\/northwind\/components\/[^"]+\/badge.svg\?style=for-the-badge"/);
  expect(html).toContain('<iframe class="preview" src="/northwind/embed" title="Embeddable status card"');
  expect(html).toContain('<a href="/northwind"><span class="s o">All systems operational</span></a>');
  expect(html).toContain('<option value="for-the-badge" selected>');
  expect(html).toContain("/northwind/api/v2/summary.json");
});

test("of a page that is not for everybody there is nothing to copy", async () => {
  const scene = look(calmSnapshot());
  const page = { ...scene.page, isPrivate: true };
  const html = await pageText(
    scene,
    <EmbedOptionsPage frame={scene.frame} page={page} component={null} style="flat" />,
  );
  expect(html).toContain("This page isn’t public");
  expect(html).not.toMatch(/readonly|iframe|badge\.svg/);
});
