import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { fieldText } from "~/i18n/field-text";
import { errorsOfFile, everyConfiguredKind } from "../../../tests/support/configuration";
import { worlds } from "../../../tests/support/configuration-world";
import { configuredFieldsOf } from "./configured-fields";
import { type DescribedNoun, nounInFileByName } from "./configured-nouns";
import { configurationFileTextOf } from "./export";
import { configurationJsonSchema } from "./json-schema";

const id = "https://status.example.com/schemas/upfront.json";
const schema = configurationJsonSchema({ kinds: everyConfiguredKind, wordsOf: (field) => fieldText(field, "en"), id });
const isValid = new Ajv2020({
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
}).compile(schema);

const errorsIn = (text: string) => {
  isValid(parse(text, { merge: true }));
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

test("each field of each noun has its title, and its choices, bounds and default", () => {
  const defs = schema.$defs as Record<string, { properties: Record<string, { title?: string }> }>;
  for (const noun of Object.keys(nounInFileByName) as DescribedNoun[]) {
    const untitled = configuredFieldsOf(noun).filter(({ name }) => !defs[noun]?.properties[name]?.title);
    expect(untitled.map(({ name }) => `${noun}.${name}`)).toEqual([]);
  }
  expect(defs.monitor?.properties.interval).toMatchObject({
    default: 1,
    anyOf: [{ enum: [1, 2, 3, 5, 10, 15, 30, 60] }, { $ref: "#/$defs/variable" }],
  });
});

test("every export is valid", () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const text = configurationFileTextOf(world, { fileName: "world", kinds: everyConfiguredKind, schemaUrl: id });
      expect(errorsIn(text)).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

const page = (text: string) => `name: a\npages:\n  main:\n    ${text}\n`;

describe("what the schema refuses is refused by the reader", () => {
  test.each([
    ["no name", "pages: {}"],
    ["an unknown noun", page("monitor: {}")],
    ["an unknown field", page("groups: { a: { nam: x } }")],
    ["an unknown kind", page("monitors: { a: { kind: htp } }")],
    ["a setting of another kind", page("monitors: { a: { kind: tcp, settings: { url: x } } }")],
    ["a number out of bounds", page("monitors: { a: { kind: http, retries: 9 } }")],
    ["a status that is none", page("monitors: { a: { kind: http, components: { api: broken } } }")],
    ["a key of other letters", page("groups: { a b: {} }")],
    ["an address of other letters", "name: a\npages: { Main: {} }"],
    ["a schedule without a period", page("heartbeats: { a: { schedule: { kind: simple } } }")],
    ["an unknown part of a match", page("rules: { a: { match: { label: x } } }")],
    ["a secret without a name", page("channels: { a: { kind: slack, settings: { url: { secret: A B } } } }")],
  ])("%s", (_, text) => {
    expect(errorsIn(text)).not.toEqual([]);
    expect(errorsOfFile(text)).not.toEqual([]);
  });

  test("and both take variables, names of one's own and anchors", () => {
    const text = `x-often: &often { interval: 5 }\n${page(`monitors: { a: { <<: *often, kind: http, retries: "$\{RETRIES}", settings: { url: https://example.com } } }`)}`;
    expect(errorsIn(text)).toEqual([]);
    expect(errorsOfFile(text, { RETRIES: "1" })).toEqual([]);
  });
});
