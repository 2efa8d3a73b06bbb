import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { englishSentence, englishText, mapTextsInRefusal, refusalFor, shortenRefusal } from "~/failures/refusal";
import { refusalText, refusalTexts } from "~/i18n/refusal-text";
import { filesOf, pure } from "../support/kinds";
import { type Node, textOf, treeOf, written } from "../support/syntax";

const readTree = (file: string) => JSON.parse(readFileSync(`app/failures/words/${file}`, "utf8"));
const tree: Record<string, Record<string, string>> = readTree("en.json");
const notes: Record<string, string> = readTree("notes.json");
const keys = Object.entries(tree).flatMap(([group, texts]) => Object.keys(texts).map((key) => `${group}.${key}`));

test("a refusal is printed from its key and values, what has no key as it is", () => {
  expect(refusalText("value.required", "en")).toBe("This field is required.");
  expect(refusalText(refusalFor("value.too_long", { most: 25_000, length: 30_001 }), "en")).toBe(
    "Enter at most 25,000 characters; this has 30,001.",
  );
  expect(refusalText(refusalFor("value.shortest_time", { least: { seconds: 60 } }), "en")).toBe(
    "Enter at least 1 minute.",
  );
  expect(refusalText(refusalFor("value.one_of", { choices: ["daily", "weekly"] }), "en")).toBe(
    "Choose one of these: daily and weekly.",
  );
  const step = refusalFor("cron.step", { field: { key: "cron_field.hour" }, text: "{{x}}" });
  expect(refusalText(step, "en")).toBe("Hour: the step “{{x}}” must be a number from 1.");
  const many = refusalFor("list_import.unusable", {
    problems: { sentences: [refusalFor("list_import.no_zone", { entry: 3 })] },
  });
  expect(refusalText(many, "en")).toBe("Nothing was imported. Entry 3: no time zone.");
  for (const text of ["Odd {words}", "value.required{broken", "{}", ""])
    expect(refusalText(englishText(text), "en")).toBe(text);
  expect(refusalText("value.required", "en-XB")).toMatch(/^⟦/);
  const own = englishSentence("{{from}} answered {{status}}.", { from: "a {{status}} b", status: 1503 });
  expect(refusalText(own, "en")).toBe("a {{status}} b answered 1,503.");
  expect(refusalText(own, "en-XB")).toMatch(/^⟦.*a {{status}} b.* åñšwéréd .*1,503.*⟧$/);
  expect(refusalText(own, "de")).toBe("a {{status}} b answered 1.503.");
  expect(refusalText(englishText('the receiver said value.required{"a":1}'), "en")).toContain('{"a":1}');
  expect(refusalTexts({ name: "value.required" }, "en")).toEqual({ name: "This field is required." });
});

test("a sentence with what fills it is cut and cleaned in what fills it, never in what holds it together", () => {
  const own = englishSentence("The header {{name}} is “{{found}}”.", { name: "X", found: "y".repeat(900) });
  expect(shortenRefusal(own, 300).length).toBeLessThanOrEqual(300);
  expect(refusalText(shortenRefusal(own, 300), "en")).toMatch(/^The header X is “y+…”\.$/);
  const keyed = refusalFor("ping.last", { at: "z".repeat(900) });
  expect(refusalText(shortenRefusal(keyed, 100), "en")).toMatch(/^Its last ping was at z+…\.$/);
  expect(shortenRefusal(englishText("x".repeat(900)), 100)).toBe(`${"x".repeat(99)}…`);
  expect(
    refusalText(
      mapTextsInRefusal(own, (text) => text.replaceAll("y", "")),
      "en",
    ),
  ).toBe("The header X is “”.");
  expect(mapTextsInRefusal(englishText("my secret"), (text) => text.replace("secret", "••••"))).toBe("my ••••");
});

test("translators know where each group is shown and what each placeholder looks like", () => {
  expect(Object.keys(tree).filter((group) => !notes[group])).toEqual([]);
  const gapsOf = (key: string) => {
    const [group = "", name = ""] = key.split(".");
    return tree[group]?.[name]?.match(/\{\{\w+\}\}/g) ?? [];
  };
  expect(keys.filter((key) => gapsOf(key).some((gap) => !notes[key]?.includes(gap)))).toEqual([]);
});

const files = [
  ...filesOf(...pure, "rules", "verbs", "engine", "http", "door", "api", "top"),
  "app/platform/outbound.ts",
  "app/platform/failure-of.ts",
  "app/notifications/queries/batch.ts",
];

test("every key is said somewhere", () => {
  const code = files.map((path) => readFileSync(path, "utf8")).join("\n");
  const dynamic = /^(?:role|cron_field)\.|^page\.(?:slug|host)_taken$/;
  expect(keys.filter((key) => !code.includes(`"${key}"`) && !code.includes(`'${key}{`) && !dynamic.test(key))).toEqual(
    [],
  );
});

const isSentence = (text: string) => /^[\p{Lu}“`].*\s.*[.?!]$/su.test(text.trim());

/** Where a schema or a decision refuses: the message of a check, of an issue, of a failure. */
const refuses =
  /^(?:invalid|refused|no|wrong|wrongHost|notYet)$|\.(?:min|max|regex|refine|addIssue|int|array|date|iso)$/;

const isRefusal = ({ parent }: Node): boolean => {
  if (parent?.type === "CallExpression") return refuses.test(written(parent.callee));
  return parent?.type === "Property" && /^(?:detail|error)$/.test(written(parent.key));
};

const saidBy = (node: Node): string | null =>
  node.type === "TemplateLiteral" && node.expressions.length > 0 ? written(node) : textOf(node);

const sentencesIn = (path: string): string[] =>
  treeOf(path, readFileSync(path, "utf8")).nodes.flatMap((node) => {
    const text = saidBy(node);
    return text !== null && isSentence(text) && isRefusal(node) ? `${path}: ${text}` : [];
  });

/** What only programs send: English by design. */
const elsewhere = /json-text|cut-json|form-body|^app\/(?:.+\/)?api\/|^app\/(?:programs|rest-api)\.ts/;

test("no decision refuses in words of its own", () => {
  expect(files.filter((path) => !elsewhere.test(path)).flatMap(sentencesIn)).toEqual([]);
});
