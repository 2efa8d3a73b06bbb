import { afterAll, beforeAll, expect, test } from "vitest";
import { type LanguageFile, languagesFolder } from "~/i18n/catalogue-rooms";
import { type Copy, openCopy } from "../support/guide";
import { englishFiles, folderOf } from "../support/words";

/** An adapter is its file and its line in the registry. */
const adapters = [
  { guide: "add-a-channel", file: "app/channels/kinds/webex.ts", registry: "app/channels/kinds/registry.ts" },
  { guide: "add-a-mailer", file: "app/mailers/kinds/brevo.ts", registry: "app/mailers/kinds/registry.ts" },
  { guide: "add-a-monitor-kind", file: "app/monitors/kinds/redis.ts", registry: "app/monitors/kinds/registry.ts" },
  { guide: "add-a-source", file: "app/sources/kinds/icinga.ts", registry: "app/sources/kinds/registry.ts" },
];

const fieldFiles = [
  "app/components/rules/fields.ts",
  "app/components/rules/words/en.json",
  "app/db/schema/page.ts",
  "app/status-page/rules/snapshot-packing.ts",
  "app/status-page/views/component/component-page.tsx",
];

const nounFiles = [
  "app/db/schema/runbook.ts",
  "app/runbooks/api/runbooks.ts",
  ...["runbook-new.route.tsx", "runbook.route.tsx", "runbooks.route.tsx"].map((name) => `app/runbooks/desk/${name}`),
  ...["en.json", "notes.json", "words.ts"].map((name) => `app/runbooks/desk/words/${name}`),
  "app/runbooks/noun.ts",
  "app/runbooks/queries/runbook.ts",
  "app/runbooks/rules/fields.ts",
  ...["en.json", "notes.json"].map((name) => `app/runbooks/rules/words/${name}`),
  "app/runbooks/verbs.ts",
];

/** Of each guide's tests one that must have run. */
const held = [
  /✓.*webex > whatever strangers wrote/,
  /✓.*brevo: whatever comes back > any answer/,
  /✓.*redis: whatever comes back > any answer/,
  /✓.*icinga > its sample gives the signals/,
  /✓.*a component's contact stands on its page/,
  /✓.*runbooks > a form makes one, the list shows it, the menu leads there/,
  /✓.*runbooks > what somebody else saved meanwhile is shown beside what was typed/,
  /✓.*runbooks > a program makes, reads, changes and deletes one/,
  /✓.*runbooks > the search finds it and its form, and the log tells it in words/,
  /✓.*runbooks > a page has so many at most/,
  /✓.*runbooks > a backup has it; it goes with its page/,
  /✓.*management speaks en,.* sv: /,
];

const needs = [
  "app",
  "tests/support",
  "tests/fixtures/ingest",
  "public/schemas",
  "public/setup",
  ...[
    "mail/half-open-mail",
    "mail/mail-reached",
    "mail/mail-sessions",
    "listener/client",
    "listener/client-counts",
  ].map((name) => `server/${name}.ts`),
  "migrations",
  "drizzle.config.ts",
];

let copy: Copy;
beforeAll(() => {
  copy = openCopy(needs);
}, 60_000);
afterAll(() => copy?.close());

test.each(adapters)("who follows the guide $guide changes two files", ({ guide, file, registry }) => {
  expect(copy.follow(`docs/${guide}.md`)).toEqual([file, registry].sort());
});

test("who follows docs/add-a-field.md changes five files", () => {
  expect(copy.follow("docs/add-a-field.md")).toEqual(fieldFiles);
});

test("who follows docs/add-a-noun.md writes fourteen files and one line that all nouns share", () => {
  const shared = copy.read("app/nouns.ts");
  const changed = copy.follow("docs/add-a-noun.md").filter((path) => path !== "app/runbooks/runbooks.test.ts");
  expect(changed).toEqual(["app/nouns.ts", ...nounFiles].sort());
  expect(nounFiles).toHaveLength(14);
  const more = copy.read("app/nouns.ts").split("\n").length - shared.split("\n").length;
  expect(more).toBe(1);
});

/** As a translator would leave it: each text another than the English one, with its placeholders. */
const translated = (path: string): LanguageFile[string] =>
  JSON.parse(copy.read(path).replaceAll(/("\w+": ")((?:[^"\\]|\\.)*)"/g, (_, start, text) => `${start}‹${text}›"`));

test("who follows docs/add-a-language.md adds one file, and one line to each of two others", () => {
  const rooms = englishFiles().map((path) => [folderOf(path), translated(path)] as const);
  const file = { public: translated("app/i18n/locales/en.json"), ...Object.fromEntries(rooms) };
  copy.write(`${languagesFolder}/sv.json`, JSON.stringify(file));
  expect(copy.follow("docs/add-a-language.md")).toEqual(["app/i18n/desk-language.ts", "app/i18n/languages.ts"]);
});

test("then the adapters hold their contracts, what was typed stands on the page, and management is translated", {
  timeout: 300_000,
}, () => {
  const report = copy.test("webex|brevo|redis|icinga|contact|runbooks|management speaks");
  expect(held.filter((each) => !each.test(report))).toEqual([]);
  expect(report).not.toMatch(/failed/);
});

test("all of it has its types and the house's style", { timeout: 300_000 }, () => {
  copy.write("check.json", JSON.stringify({ extends: "./tsconfig.json", include: ["app"], exclude: ["**/*.test.*"] }));
  // One checker takes the least work of all, beside other tests.
  expect(copy.run("typescript7/bin/tsc", "--project", "check.json", "--checkers", "1")).toBe("");
  copy.run(
    "@biomejs/biome/bin/biome",
    "check",
    "--vcs-enabled=false",
    ...adapters.map(({ file }) => file),
    "app/runbooks",
  );
});
