import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type RoomTree, room } from "~/i18n/room";
import { textsIn } from "./support/texts-in-code";

const desk = "app/desk";

/** Rooms whose texts are not in a catalogue yet. */
const untranslated = new Set(readdirSync(desk).filter((name) => !existsSync(join(desk, name, "words"))));

const rooms = readdirSync(desk).filter((name) => !untranslated.has(name));

const filesOf = (name: string) =>
  readdirSync(join(desk, name)).filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));

const readTree = (path: string): RoomTree => JSON.parse(readFileSync(path, "utf8"));

const gaps = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([gap]) => gap).filter((gap) => gap !== "{{count}}");

const keysOf = (tree: RoomTree) =>
  Object.entries(tree).flatMap(([group, texts]) =>
    Object.entries(texts).map(([key, text]) => ({ group, key: `${group}.${key}`, text })),
  );

const plural = /_(?:zero|one|two|few|many|other)$/;

describe.each(rooms)("%s", (name) => {
  const tree = readTree(join(desk, name, "words/en.json"));
  const notes: Record<string, string> = JSON.parse(readFileSync(join(desk, name, "words/notes.json"), "utf8"));
  const code = filesOf(name).map((file) => ({ file, text: readFileSync(join(desk, name, file), "utf8") }));

  test("says nothing to people but from its catalogue", () => {
    const found = code.flatMap(({ file, text }) =>
      textsIn(file, text).map((each) => `${file}:${each.line} ${each.text}`),
    );
    expect(found).toEqual([]);
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

test("a sentence is one text: the pseudo-language marks each that comes from a catalogue", () => {
  const { wordsIn } = room("tried", {
    greeting: { hello: "Hello {{name}}", days_one: "{{count}} day", days_other: "{{count}} days" },
  });
  expect(wordsIn("en").t("greeting.hello", { name: "Ann" })).toBe("Hello Ann");
  expect(wordsIn("en").t("greeting.days", { count: 1 })).toBe("1 day");
  expect(wordsIn("en").t("greeting.days", { count: 1200 })).toBe("1,200 days");
  expect(wordsIn("en-XB").t("greeting.hello", { name: "Ann" })).toMatch(/^⟦Héllö \u2068Ann\u2069·+⟧$/);
});
