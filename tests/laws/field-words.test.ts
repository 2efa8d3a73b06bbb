import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FieldDescription } from "~/fields/field-about";
import type { Field } from "~/fields/fields";
import { fieldText } from "~/i18n/field-text";

const modules = import.meta.glob<Record<string, unknown>>("/app/*/rules/*fields.ts", { eager: true });

const isField = (value: unknown): value is Field =>
  typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";

const fieldsIn = (value: unknown): Field[] => {
  if (isField(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).filter(isField) : [];
};

const all = Object.values(modules).flatMap((exports) => Object.values(exports).flatMap(fieldsIn));

const choicesOf = (field: Field): readonly string[] => ("choices" in field && field.choices ? field.choices : []);

const isUnset = ({ kind }: Field) => ["pick", "option", "statuses", "several"].includes(kind);

/** What a field may be called in its catalogue, and what it must. */
function keysOf(field: Field) {
  const { key = "" } = (field as FieldDescription).words ?? {};
  const choices = choicesOf(field).map((choice) => `${key}_${choice}`);
  const counted = field.kind === "number" && field.among ? [`${key}_each_one`, `${key}_each_other`] : [];
  const groups = Object.keys(("groups" in field && field.groups) || {}).map((group) => `${key}_group_${group}`);
  const needed = [key, ...choices, ...groups, ...counted, ...(isUnset(field) ? [`${key}_nothing`] : [])];
  return { needed, possible: [...needed, `${key}_hint`, `${key}_short`] };
}

const noun = (field: Field) => (field as FieldDescription).words?.catalogue.name ?? "";

test("every field has its words", () => {
  expect(all.length).toBeGreaterThan(80);
  expect(all.filter((field) => noun(field) === "").map(({ kind }) => kind)).toEqual([]);
  expect(fieldText(all[0] as Field, "en").label).not.toBe("");
});

describe.each(globSync("app/*/rules/words/en.json"))("%s", (path) => {
  const name = path.split("/")[1] ?? "";
  const read = (file: string) => JSON.parse(readFileSync(path.replace("en.json", file), "utf8"));
  const tree: Record<string, Record<string, string>> = read("en.json");
  const notes: Record<string, string> = read("notes.json");
  const own = all.filter((field) => noun(field) === name).map(keysOf);
  const keys = Object.entries(tree).flatMap(([group, texts]) => Object.keys(texts).map((key) => `${group}.${key}`));

  test("has each word that a field needs, and none that no field has", () => {
    const needed = new Set(own.flatMap((each) => each.needed));
    const possible = new Set(own.flatMap((each) => each.possible));
    expect([...needed].filter((key) => !keys.includes(key))).toEqual([]);
    expect(keys.filter((key) => !possible.has(key))).toEqual([]);
  });

  test("tells translators where each group is shown and what each placeholder looks like", () => {
    expect(Object.keys(tree).filter((group) => !notes[group])).toEqual([]);
    const filled = keys.filter((key) => {
      const [group = "", text = ""] = key.split(".");
      const gaps = tree[group]?.[text]?.match(/\{\{(?!count)\w+\}\}/g) ?? [];
      return gaps.some((gap) => !notes[key]?.includes(gap));
    });
    expect(filled).toEqual([]);
  });
});
