import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyConfiguredKind, readFile } from "../../../tests/support/configuration";
import {
  changeLines,
  documentOfPage,
  errorMessages,
  exampleLines,
  exampleLinesWith,
  examplePages,
  pagesAfter,
} from "../../../tests/support/configuration-example";
import { applyToModel, modelNow, planInModel } from "../../../tests/support/configuration-model";
import { worlds } from "../../../tests/support/configuration-world";
import { configurationFileTextOf } from "./export";
import { configurationPlanExitCode, configurationPlanText, toConfigurationPlanAnswer } from "./plan-text";

const faults: [what: string, lines: string[], messages: string[]][] = [
  [
    "a key that nothing has",
    ["components: { a: { name: A, group: cor } }"],
    ["There is no group “cor” on this page. Did you mean “core”?"],
  ],
  ["a new thing without a name", ["components: { a: {} }"], ["The component “a” is new and needs “name”."]],
  [
    "a new monitor without an address",
    ["monitors: { a: { kind: http, name: A } }"],
    ["The monitor “a” is new and needs “settings.url”."],
  ],
  [
    "another kind",
    ["monitors: { api-http: { kind: tcp } }"],
    ["The monitor “api-http” is of the kind “http”, which stays. Give the new one another key."],
  ],
  [
    "things that need one another",
    ["components: { a: { name: A, depends_on: b }, b: { name: B, depends_on: a } }"],
    ["“a”, “b” need one another: none can be made first."],
  ],
  [
    "a key of two nouns",
    [
      "monitors: { x: { kind: http, name: X, settings: { url: https://x.example.com } } }",
      "heartbeats: { x: { name: X }, y: { name: Y, depends_on: x } }",
    ],
    ["“x” may be one of several things. Write monitors/x or heartbeats/x."],
  ],
  [
    "a mute of two weeks",
    ["mutes: { a: { subject: page, until: 2026-12-20T00:00:00Z } }"],
    ["A mute ends within a week."],
  ],
];

test.each(faults)("%s is an error with its place", (_, lines, expected) => {
  const plan = planInModel(documentOfPage(lines), examplePages);
  expect(errorMessages(plan)).toEqual(expected);
  expect(plan.errors.every(({ place }) => place !== null && place.line > 3)).toBe(true);
  expect(configurationPlanExitCode(plan)).toBe(1);
  expect(configurationPlanText(plan, "upfront.yaml")).toMatch(/^upfront\.yaml:\d+:\d+: .*\n1 error\.\n$/);
  expect(configurationPlanText(plan, "")).toMatch(/^\d+:\d+: .*\n1 error\.\n$/);
});

test("a key with its noun, an id and a key that is people's are found", () => {
  const id = examplePages[0]?.things.find(({ noun }) => noun === "monitor")?.id;
  const lines = [`heartbeats: { a: { name: A, depends_on: monitors/api-http }, b: { name: B, depends_on: ${id} } }`];
  expect(errorMessages(planInModel(documentOfPage(lines), examplePages))).toEqual([]);
});

test("a mute that is over is nothing, and one that comes is made once", () => {
  const mute = (until: string) =>
    documentOfPage([...exampleLines, `mutes: { a: { subject: components/api, until: ${until} } }`]);
  expect(planInModel(mute(new Date(modelNow - 1).toISOString()), examplePages).changes).toEqual([]);
  const coming = mute("2026-12-02T00:00:00Z");
  expect(changeLines(planInModel(coming, examplePages))).toEqual(["create mute/a subject until"]);
  expect(planInModel(coming, pagesAfter(examplePages, coming)).changes).toEqual([]);
});

describe("a secret", () => {
  const typed = (value: string) =>
    documentOfPage(exampleLinesWith(4, `channels: { ops: { kind: slack, name: Ops, settings: { url: ${value} } } }`));
  const text = JSON.stringify(planInModel(typed("https://hooks.slack.com/services/T/B/secretsecret"), examplePages));

  test("is never shown", () => {
    expect(text).toContain("settings.url");
    expect(text).not.toContain("secretsecret");
  });

  test("is changed when its digest is another", () => {
    const one = typed("https://hooks.slack.com/services/T/B/one");
    const after = pagesAfter(examplePages, one);
    expect(planInModel(one, after).changes).toEqual([]);
    expect(changeLines(planInModel(typed("https://hooks.slack.com/services/T/B/two"), after))).toEqual([
      "change channel/ops settings.url",
    ]);
  });

  test("that was not entered keeps what is here, and is an error where nothing is", () => {
    expect(planInModel(documentOfPage(exampleLines), examplePages, { entered: () => false })).toEqual({
      changes: [],
      errors: [],
    });
    expect(errorMessages(planInModel(documentOfPage(exampleLines), [], { entered: () => false }))).toEqual([
      "The secret “ops-slack” is not entered on the page “main”. Enter it there under Settings → Configuration file, or use a variable.",
    ]);
  });
});

test("the last rule of a source is changed, never made or removed", () => {
  const lines = [
    "name: A",
    "sources: { prom: { kind: alertmanager, name: Prom } }",
    "rules: { rest: { source: prom, catch_all: true, mode: publish } }",
  ];
  const made = pagesAfter([], documentOfPage(lines));
  const rules = made[0]?.things.filter(({ noun }) => noun === "rule") ?? [];
  expect(rules).toHaveLength(1);
  expect(planInModel(documentOfPage(lines), made).changes).toEqual([]);
  const plan = planInModel(documentOfPage(lines.slice(0, 2)), made, { prune: true });
  expect(changeLines(plan).filter((line) => line.startsWith("remove"))).toEqual([]);
});

test("a plan for programs has its counts and its exit code", () => {
  expect(toConfigurationPlanAnswer(planInModel(documentOfPage(exampleLines), []))).toMatchObject({
    exit_code: 2,
    summary: "6 to create, 1 to change.",
    counts: { create: 6, change: 1, adopt: 0, rename: 0, remove: 0 },
  });
});

test("an empty page, pruned, leaves what the file did not make", () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const text = configurationFileTextOf(world, { fileName: "world", kinds: everyConfiguredKind, schemaUrl: "x" });
      const { document } = readFile(text);
      if (!document) throw new Error("An export has no errors.");
      const made = pagesAfter([], document);
      const empty = { ...document, pages: document.pages.map((page) => ({ ...page, values: {}, things: [] })) };
      const plan = planInModel(empty, made, { prune: true });
      expect(plan.errors).toEqual([]);
      const rest = applyToModel(plan, empty, made).flatMap(({ things }) => things);
      expect(rest.filter(({ noun, values }) => noun !== "rule" || values.catch_all !== true)).toEqual([]);
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
