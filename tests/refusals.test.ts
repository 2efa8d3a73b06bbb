import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { refusalText, refusalTexts } from "~/i18n/refusal-text";
import { inEnglish, said } from "~/rules/failures/refusal";

const readTree = (file: string) => JSON.parse(readFileSync(`app/rules/failures/words/${file}`, "utf8"));
const tree: Record<string, Record<string, string>> = readTree("en.json");
const notes: Record<string, string> = readTree("notes.json");
const keys = Object.entries(tree).flatMap(([group, texts]) => Object.keys(texts).map((key) => `${group}.${key}`));

test("a refusal is printed from its key and values, what has no key as it is", () => {
  expect(refusalText("value.required", "en")).toBe("This field is required.");
  expect(refusalText(said("value.too_long", { most: 25_000, length: 30_001 }), "en")).toBe(
    "Enter at most 25,000 characters; this has 30,001.",
  );
  expect(refusalText(said("value.shortest_time", { least: { seconds: 60 } }), "en")).toBe("Enter at least 1 minute.");
  expect(refusalText(said("value.one_of", { choices: ["daily", "weekly"] }), "en")).toBe(
    "Choose one of these: daily and weekly.",
  );
  const step = said("cron.step", { field: { key: "cron_field.hour" }, text: "{{x}}" });
  expect(refusalText(step, "en")).toBe("Hour: the step “{{x}}” must be a number from 1.");
  const many = said("import.unusable", { problems: { sentences: [said("import.no_zone", { entry: 3 })] } });
  expect(refusalText(many, "en")).toBe("Nothing was imported. Entry 3: no time zone.");
  for (const text of ["Odd {words}", "value.required{broken", "{}", ""])
    expect(refusalText(inEnglish(text), "en")).toBe(text);
  expect(refusalText("value.required", "en-XB")).toMatch(/^⟦/);
  expect(refusalTexts({ name: "value.required" }, "en")).toEqual({ name: "This field is required." });
});

test("translators know where each group is shown and what each placeholder looks like", () => {
  expect(Object.keys(tree).filter((group) => !notes[group])).toEqual([]);
  const gapsOf = (key: string) => {
    const [group = "", name = ""] = key.split(".");
    return tree[group]?.[name]?.match(/\{\{\w+\}\}/g) ?? [];
  };
  expect(keys.filter((key) => gapsOf(key).some((gap) => !notes[key]?.includes(gap)))).toEqual([]);
});

const files = globSync([
  "app/rules/**/*.ts",
  "app/usecases/**/*.ts",
  "app/engines/**/*.ts",
  "app/http/**/*.ts",
  "app/machines/**/*.ts",
]).filter((path) => !path.includes(".test."));

test("every key is said somewhere", () => {
  const code = files.map((path) => readFileSync(path, "utf8")).join("\n");
  const dynamic = /^(?:role|cron_field)\.|^page\.(?:slug|host)_taken$/;
  expect(keys.filter((key) => !code.includes(`"${key}"`) && !dynamic.test(key))).toEqual([]);
});

const isSentence = (text: string) => /^[\p{Lu}“`].*\s.*[.?!]$/su.test(text.trim());

/** Where a schema or a decision refuses: the message of a check, of an issue, of a failure. */
const refuses =
  /^(?:invalid|refused|no|wrong|wrongHost|notYet)$|\.(?:min|max|regex|refine|addIssue|int|array|date|iso)$/;

function sentencesIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const isRefusal = ({ parent }: ts.Node): boolean => {
    if (ts.isCallExpression(parent)) return refuses.test(parent.expression.getText());
    return ts.isPropertyAssignment(parent) && /^(?:detail|error)$/.test(parent.name.getText());
  };
  const visit = (node: ts.Node): void => {
    const text = ts.isStringLiteralLike(node) ? node.text : ts.isTemplateExpression(node) ? node.getText() : null;
    if (text !== null && isSentence(text) && isRefusal(node)) found.push(`${path}: ${text}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What only programs send, and what a call to elsewhere came to: English by design, or stored as what was seen. */
const elsewhere =
  /json-text|safe-fetch|form-body|sight\.ts|call-channel|check-now|shard-step|providers\/openid|^app\/machines/;

test("no decision refuses in words of its own", () => {
  expect(files.filter((path) => !elsewhere.test(path)).flatMap(sentencesIn)).toEqual([]);
});
