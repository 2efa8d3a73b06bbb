import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { languageNames } from "~/i18n/languages";
import { type Looking, look } from "../../../../tests/support/public-page";
import { hostileTexts } from "../../../../tests/support/sample-recent";
import { calmSnapshot, sampleSnapshot, unmonitoredSnapshot } from "../../../../tests/support/sample-snapshot";
import type { Snapshot } from "../../rules/snapshot-document";
import { markdownComponentPageBlocks } from "./markdown-component";
import { markdownIncidentPageBlocks, markdownMaintenancePageBlocks } from "./markdown-event-pages";
import { markdownFrontPageBlocks } from "./markdown-front";
import { joinMarkdownBlocks, type MarkdownBlock } from "./markdown-parts";

const reader = new MarkdownIt({ html: true });

/** Returns every page of a document as Markdown, by its kind. */
function pagesOf(snapshot: Snapshot, options: Looking = {}): Record<string, string> {
  const scene = look(snapshot, options);
  const { incidents, recent, maintenances, components } = scene.page.snapshot;
  const shown = { archive: { incidents: recent.incidents, maintenances }, limit: 50, times: null };
  const blocks: Record<string, readonly (MarkdownBlock | null)[]> = {
    front: markdownFrontPageBlocks(scene),
    ...Object.fromEntries(
      [...incidents, ...recent.incidents].map((each) => [
        `incident ${each.id}`,
        markdownIncidentPageBlocks(scene, each),
      ]),
    ),
    ...Object.fromEntries(maintenances.map((each) => [`work ${each.id}`, markdownMaintenancePageBlocks(scene, each)])),
    ...Object.fromEntries(
      components.map((component) => [component.id, markdownComponentPageBlocks(scene, { ...shown, component })]),
    ),
  };
  return Object.fromEntries(Object.entries(blocks).map(([name, each]) => [name, joinMarkdownBlocks(each)]));
}

/** Puts a text wherever people write one. */
function saying(text: string, snapshot = sampleSnapshot(4)): Snapshot {
  const named = { name: text, title: text };
  const event = <T extends { components: { name: string }[] }>(each: T): T => ({
    ...each,
    title: text,
    components: each.components.map((of) => ({ ...of, name: text })),
  });
  return {
    ...snapshot,
    page: { ...snapshot.page, name: text, about: text },
    groups: snapshot.groups.map((each) => ({ ...each, name: text })),
    components: snapshot.components.map((each) => ({ ...each, name: text, description: text })),
    incidents: snapshot.incidents.map(event),
    maintenances: snapshot.maintenances.map(event),
    vendors: [{ ...named, url: "https://vendor.example/", componentIds: [snapshot.components[0]?.id ?? ""] }],
    recent: { ...snapshot.recent, incidents: snapshot.recent.incidents.map(event) },
  };
}

/** Returns the outline of a document: its blocks that are no text, and where its links lead. */
function outlineOf(markdown: string): string {
  const tokens = reader.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return tokens
    .filter(({ type, nesting }) => nesting !== -1 && !/^(text|inline|text_special)$/.test(type))
    .map((token) => `${token.type} ${token.tag} ${token.attrGet("href") ?? ""}`)
    .join("\n");
}

const hostile = [
  ...hostileTexts,
  "# Forged",
  "x\n# Forged",
  "x\n---\ntitle: forged\n---",
  "[pay](https://evil.example)",
  "![x](https://evil.example)",
  "| a | b |\n| --- | --- |",
  "</h1><script>alert(1)</script>",
  "a\\",
  "]( https://evil.example",
  "- x\n1. y\n> z",
];

test.each(hostile)("%j changes the outline of no page", (text) => {
  const [plain, forged] = [pagesOf(saying("Word")), pagesOf(saying(text))];
  for (const [name, markdown] of Object.entries(forged)) {
    expect(outlineOf(markdown), name).toBe(outlineOf(plain[name] ?? ""));
    expect(markdown.startsWith("# "), name).toBe(true);
  }
});

test("no text of people changes the outline of any page", () => {
  const letters = fc.constantFrom(..."#*_-+=`~[](){}<>|\\!&;:.1a \n\t", "](https://e.example)", "\n\n", "---");
  const plain = pagesOf(saying("Word"));
  const property = fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 24 }), (drawn) => {
    for (const [name, markdown] of Object.entries(pagesOf(saying(`a${drawn}`))))
      expect(outlineOf(markdown), name).toBe(outlineOf(plain[name] ?? ""));
  });
  fc.assert(property, { numRuns: 60 });
});

test("what is not known to be well is never said to be", () => {
  const green = /All (monitored )?systems operational/i;
  expect(pagesOf(calmSnapshot()).front).toMatch(green);
  for (const options of [{ observedAgo: 60 }, { behindFor: 5 }])
    expect(pagesOf(calmSnapshot(), options).front).not.toMatch(green);
  expect(pagesOf(calmSnapshot(), { staleSince: 1_700_000_000_000 }).front).toContain(
    "**All systems operational · As of 2023-11-14T22:13:20+00:00**",
  );
  expect(pagesOf(unmonitoredSnapshot()).front).not.toMatch(/Operational|operational/);
});

test("every language has it, and times are of the page's zone", () => {
  for (const language of Object.keys(languageNames)) {
    const { front = "" } = pagesOf(sampleSnapshot(), { language, zone: "America/New_York" });
    expect(front, language).toMatch(/T09:05:00-05:00/);
    expect(front, language).not.toMatch(/undefined|\{\{|::|[\u2066-\u2069]/);
  }
});
