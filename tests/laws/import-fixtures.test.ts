import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { originLoaderByName } from "~/importers/kinds/registry";
import { originSettings } from "../support/origin-reading";
import { root } from "../support/sources";

const folder = join(root, "tests/fixtures/imports");
const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
const readText = (path: string) => readFileSync(path, "utf8");
const textsBelow = (path: string) =>
  filesBelow(path)
    .filter((each) => each.endsWith(".ts"))
    .map(readText);

/** Files of products that nothing is read from; each is refused where a person gives it as a file. */
const unread: Readonly<Record<string, readonly string[]>> = {
  betterstack: ["openstatus-mock/incidents.json", "openstatus-mock/monitor-groups.json"],
  cachet: ["doc-v2-incident-updates.json"],
  healthchecks: ["v3-pings.json"],
  statuspage: ["composed-v1/incidents.page2.json", "composed-v1/metrics_providers.json"],
  upptime: ["site-a/github-commits-history.json"],
  "uptime-kuma": ["composed-public-heartbeat-2.5.json", "composed-public-status-page-2.5.json"],
};

const isUnread = (origin: string, path: string) =>
  unread[origin]?.includes(path) === true || (origin === "upptime" && path.startsWith("site-a/api/"));

const tests = ["app/importers", "tests/support", "tests/server"]
  .flatMap((each) => textsBelow(join(root, each)))
  .join("\n");

/** Folders whose files tests list themselves. */
const listedFolder = /\/content\/issues\//;

/** True for a name of which tests write the beginning once, before names in quotation marks: `v3-${name}`. */
const isComposedByTests = (name: string): boolean =>
  Array.from({ length: name.length }, (_, cut) => cut).some(
    (cut) => cut > 0 && tests.includes(`${name.slice(0, cut)}${"${"}`) && tests.includes(`"${name.slice(cut)}"`),
  );

const isNamedByTests = (path: string): boolean => {
  const name = path.split("/").at(-1) ?? "";
  const stem = name.replace(/\.\w+$/, "");
  return listedFolder.test(path) || tests.includes(name) || tests.includes(stem) || isComposedByTests(stem);
};

const snakeCase = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
const wordsIn = (text: string) =>
  new Set((text.match(/[\p{L}\p{N}_$.:-]+/gu) ?? []).flatMap((word) => [word, ...word.split(/[.:]/)].map(snakeCase)));

/** Returns the names of all members of a value. */
function memberNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(memberNames);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [name, ...memberNames(each)]);
}

const parsedFile = (path: string): unknown =>
  path.endsWith(".json")
    ? JSON.parse(readText(path))
    : parse(readText(path), { merge: true, logLevel: "silent", maxAliasCount: 2000, uniqueKeys: false });

/** Names that people gave, such as those of groups and days, are no members of the product. */
const isMemberName = (name: string) => /[A-Za-z]/.test(name) && !/\s/.test(name);

const contract = join(root, "app/importers/contract");

/** Files that name the members of a product: its reader, what readers share, and its document. */
const accountOf = (origin: string): string[] => [
  join(root, `app/importers/kinds/${origin}.ts`),
  join(root, `docs/importers/${origin}.md`),
  ...filesBelow(contract).filter((path) => [contract, join(contract, origin)].includes(dirname(path))),
];

describe.each(readdirSync(folder))("%s", (origin) => {
  const files = filesBelow(join(folder, origin)).filter((path) => !path.endsWith("SOURCE.md"));

  test("every file is read by a test, or refused", async () => {
    const reader = await originLoaderByName[origin as keyof typeof originLoaderByName]();
    for (const file of files) {
      const path = relative(join(folder, origin), file);
      if (!isUnread(origin, path)) {
        expect([path, isNamedByTests(path)]).toEqual([path, true]);
        continue;
      }
      const read = reader.readFiles?.([{ path, text: readText(file) }], originSettings());
      expect([path, read?.ok ?? false]).toEqual([path, false]);
    }
  });

  test("every member of its files is named by its reader or by its document", () => {
    const words = wordsIn(accountOf(origin).map(readText).join("\n"));
    const values = files
      .filter((path) => /\.(?:json|ya?ml)$/.test(path))
      .flatMap((path) => memberNames(parsedFile(path)));
    const names = [...new Set(values)].filter(isMemberName);
    expect(names.filter((name) => !words.has(snakeCase(name)))).toEqual([]);
  });
});
