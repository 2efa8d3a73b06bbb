import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { isBesideWorker } from "~/i18n/catalogue-rooms";
import { deskLanguages } from "~/i18n/desk-language";
import { createWordRoom, type RoomTextCatalogue } from "~/i18n/word-room";
import { deskCatalogues } from "../support/desk-catalogues";
import { allowedIn, entriesOf } from "../support/desk-coverage";
import { keptInCode } from "../support/kept-in-code";
import { filesOf } from "../support/kinds";
import { sentenceFaults } from "../support/sentence-faults";
import { isTest } from "../support/sources";
import { textsIn } from "../support/texts-in-code";
import { deskCatalogueOf } from "../support/words";

const rooms = deskCatalogues();

const readTree = (path: string): RoomTextCatalogue => JSON.parse(readFileSync(path, "utf8"));

const gaps = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([gap]) => gap).filter((gap) => gap !== "{{count}}");

const keysOf = (tree: RoomTextCatalogue) =>
  Object.entries(tree).flatMap(([group, texts]) =>
    Object.entries(texts).map(([key, text]) => ({ group, key: `${group}.${key}`, text })),
  );

const plural = /_(?:zero|one|two|few|many|other)$/;

describe.each(rooms)("$name", ({ words, files }) => {
  const tree = readTree(join(words, "en.json"));
  const notes: Record<string, string> = JSON.parse(readFileSync(join(words, "notes.json"), "utf8"));
  const code = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));

  test("says nothing to people but from its catalogue", () => {
    const found = code.flatMap(({ file, text }) =>
      textsIn(file, text).map((each) => `${file}:${each.line} ${each.text}`),
    );
    expect(found).toEqual([]);
  });

  test("takes its English as a type alone: in browsers the file is empty, as words come with a page's data", () => {
    const ofDesk = code.filter(({ file }) => file.includes("/desk/"));
    const taken = ofDesk.filter(({ text }) => /^import (?!type ).+ from "\.\/words\/en\.json"/m.test(text));
    expect(taken.map(({ file }) => file)).toEqual([]);
  });

  test("tells translators where each group is shown and what each placeholder looks like", () => {
    const bare = Object.keys(tree).filter((group) => !notes[group]);
    const unclear = keysOf(tree).flatMap(({ key, text }) =>
      gaps(text)
        .filter((gap) => !(notes[key.replace(plural, "")] ?? "").includes(gap))
        .map((gap) => `${key} ${gap}`),
    );
    expect({ bare, unclear }).toEqual({ bare: [], unclear: [] });
    const known = new Set([...Object.keys(tree), ...keysOf(tree).map(({ key }) => key.replace(plural, ""))]);
    expect(Object.keys(notes).filter((key) => !known.has(key))).toEqual([]);
  });

  test("keeps no text that nothing shows", () => {
    const all = code.map(({ text }) => text).join("\n");
    const isUsed = (key: string) => {
      const [group = "", rest = ""] = key.split(".");
      const prefixes = [...rest.matchAll(/_|$/g)].map(({ index }) => rest.slice(0, index));
      return (
        all.includes(`"${key}"`) ||
        new RegExp(`english\\.${group}\\b`).test(all) ||
        all.includes(`\`${group}.\${`) ||
        prefixes.some((prefix) => prefix !== "" && all.includes(`\`${group}.${prefix}_\${`))
      );
    };
    expect(
      keysOf(tree)
        .filter(({ key }) => !isUsed(key.replace(plural, "")))
        .map(({ key }) => key),
    ).toEqual([]);
  });
});

test.each(deskLanguages.filter((each) => each !== "en"))(
  "%s has no word of management that English no longer has: remove it there too",
  (language) => {
    const unknown = Object.entries(deskCatalogueOf(language))
      .filter(([room]) => room !== "adapters")
      .flatMap(([room, tree]) => {
        const allowed = new Set(allowedIn(language, room));
        return [...entriesOf(tree).keys()].filter((key) => !allowed.has(key)).map((key) => `${room} ${key}`);
      });
    expect(unknown).toEqual([]);
  },
);

/** Its words without what is filled in. */
const spokenWords = (text: string) => {
  const bare = text.replaceAll(/\{\{\w+\}\}/g, " ").toLowerCase();
  return bare.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
};

/** As they stand on the button, others between them at most: who speaks to the machine says what is seen (WCAG 2.5.3). */
function holds(name: string, visible: string): boolean {
  const left = spokenWords(visible);
  for (const word of spokenWords(name)) if (word === left[0]) left.shift();
  return left.length === 0 || name.includes(visible);
}

test.each(deskLanguages)("%s: what a screen reader says of a button holds what is written on it", (language) => {
  const wrong = Object.entries(deskCatalogueOf(language)).flatMap(([room, tree]) => {
    const texts = entriesOf(tree);
    const named = [...texts].filter(([key]) => key.endsWith("_named"));
    const apart = named.filter(([key, name]) => !holds(name, texts.get(key.replace(/_named$/, "")) ?? ""));
    return apart.map(([key, name]) => `${room} ${key}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

test("a sentence is one text: the pseudo-language marks each that comes from a catalogue", () => {
  const { wordsIn } = createWordRoom("tried", {
    greeting: { hello: "Hello {{name}}", days_one: "{{count}} day", days_other: "{{count}} days" },
  });
  expect(wordsIn("en").t("greeting.hello", { name: "Ann" })).toBe("Hello Ann");
  expect(wordsIn("en").t("greeting.days", { count: 1 })).toBe("1 day");
  expect(wordsIn("en").t("greeting.days", { count: 1200 })).toBe("1,200 days");
  expect(wordsIn("en-XB").t("greeting.hello", { name: "Ann" })).toMatch(/^⟦Héllö \u2068Ann\u2069·+⟧$/);
});

/** Rooms that print what people read, and the addresses for programs whose answers people are shown. */
const printing = [
  ...filesOf("desk", "ui", "views", "print", "chart", "formats"),
  ...globSync([
    "app/status-page/api/{badge,calendar,embed,feed-words,feeds,llms-text,social-image,state-told}.ts",
    "app/status-page/api/markdown/markdown-{parts,front,events,event-pages,history,component,corrections,uptime}.ts",
    "app/subscribers/api/leave.ts",
    "app/root.tsx",
  ]),
];

const faultsIn = (path: string) => {
  const code = readFileSync(path, "utf8");
  const texts = textsIn(path, code).map((each) => ({ ...each, rule: "text" }));
  return [...texts, ...sentenceFaults(path, code)].map((each) => ({ ...each, path }));
};

test("no text of people stands in code, and no sentence is put together from parts", () => {
  const used = new Set<object>();
  const found = printing.flatMap(faultsIn).filter(({ path, text }) => {
    const kept = keptInCode.filter((each) => each.file === path && text.includes(each.text));
    for (const each of kept) used.add(each);
    return kept.length === 0;
  });
  expect(found.map(({ rule, path, line, text }) => `${rule} ${path}:${line} ${text}`)).toEqual([]);
  expect(keptInCode.filter((each) => !used.has(each))).toEqual([]);
});

test.each([
  ["text", `<p>{isOn ? t("a") : "down"}</p>`],
  ["text", `<Field label="Name" />`],
  ["text", `<Field label={isOn ? t("a") : "Name"} />`],
  ["text", `<p>{"about " + name}</p>`],
  ["split", `<p>{t("by")} <b>{name}</b></p>`],
  ["split", `<p>{t("a")} {t("b")}</p>`],
  ["split", `<p>{t("a")}{" "}{isOn ? t("b") : null}</p>`],
  ["split", `<p>{t("name")}: {name}</p>`],
  ["split", `<p>{name}, {place}</p>`],
  ["split", `<p>({name})</p>`],
  ["plural", `count === 1 ? t("day") : t("days")`],
  ["plural", `count > 1 ? t("days", { count }) : t("day")`],
  ["plural", `t("day") + "s"`],
  ["plural", `\`\${count} \${word}s\``],
  ["case", `t("status").toLowerCase()`],
  ["case", `words.t("status").toLocaleUpperCase(language)`],
  ["join", `names.join(", ")`],
  ["join", `names.map(nameOf).join("; ")`],
  ["join", `\`\${name}: \${state}\``],
  ["join", `\`\${name} (\${zone})\``],
  ["join", `name + ": " + state`],
])("finds %s in %s", (rule, code) => {
  expect(sentenceFaults("a.tsx", `const a = ${code};`).map((each) => each.rule)).toContain(rule);
});

test.each([
  `<p>{t("a")}</p>`,
  `<p className={isOn ? "on soft" : "off"}>{say("since", { time: <TimeText at={at} /> })}</p>`,
  `<h1><GlobeIcon /> {t("heading")}</h1>`,
  `<p><strong>{word}</strong> <TimeText at={at} /></p>`,
  `<code>{"{{page}}"}</code>`,
  `<Field label={t("name")} placeholder="status.example.com" />`,
  `<p>{\`\${word} · \${time}\`}</p>`,
  `list(names)`,
  `count === 1 ? first : all`,
])("leaves %s alone", (code) => {
  expect(sentenceFaults("a.tsx", `const a = ${code};`)).toEqual([]);
});

/** Returns the name by which a module takes English that the build puts beside the worker; null = it takes none. */
function takenEnglish(path: string, text: string): string | null {
  const [, name, from = ""] = /^import (\w+) from "(.*en\.json)";$/m.exec(text) ?? [];
  const catalogue = from.startsWith("~/") ? from.replace("~", "app") : join(dirname(path), from);
  const folder = /^app\/(.+)\/words\/en\.json$/.exec(catalogue)?.[1];
  return name !== undefined && folder !== undefined && isBesideWorker(folder) ? name : null;
}

test("a room's English that is a file beside the worker is used for nothing but its room", () => {
  const found = globSync("app/**/*.{ts,tsx}").flatMap((path) => {
    const text = readFileSync(path, "utf8");
    const name = isTest(path) ? null : takenEnglish(path, text);
    if (name === null) return [];
    const used = text.replace(/^import .*$/gm, "").replaceAll(`typeof ${name}`, "");
    const rest = used.replaceAll(new RegExp(`WordRoom\\("[\\w-]+", ${name}\\)`, "g"), "");
    return [[path, new RegExp(`\\b${name}\\b`).test(rest)]];
  });
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter(([, isUsed]) => isUsed)).toEqual([]);
});
