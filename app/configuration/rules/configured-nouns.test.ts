import { expect, test } from "vitest";
import { configuredFieldsOf } from "./configured-fields";
import { type DescribedNoun, nounInFileByName } from "./configured-nouns";
import { configuredReferencesByNoun } from "./configured-references";
import { apiValuesOf, configuredValuesOf } from "./configured-values";

const nouns = Object.keys(nounInFileByName) as DescribedNoun[];

test("each field has one name in a file, and the API's values come back under the API's names", () => {
  for (const noun of nouns) {
    const names = configuredFieldsOf(noun).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const api = Object.fromEntries(configuredFieldsOf(noun).map(({ apiName }, index) => [apiName, index]));
    expect(apiValuesOf(noun, configuredValuesOf(noun, { ...api, id: "x", created_at: "x" }))).toEqual(api);
  }
});

test("each field that names another thing says of which noun", () => {
  const picking = nouns.flatMap((noun) =>
    configuredFieldsOf(noun).flatMap(({ name, field, reference }) =>
      ["pick", "several", "statuses"].includes(field?.kind ?? "") ? [[noun, name, reference !== null]] : [],
    ),
  );
  expect(picking.filter(([, , isKnown]) => !isKnown)).toEqual([]);
  const named = nouns.flatMap((noun) => Object.keys(configuredReferencesByNoun[noun]).map((name) => `${noun}.${name}`));
  expect(picking.map(([noun, name]) => `${noun}.${name}`).sort()).toEqual(named.sort());
});

test("each field of a form is checked by the bounds of its noun", () => {
  const unbound = nouns.flatMap((noun) =>
    configuredFieldsOf(noun).flatMap(({ name, bound, isByHand, reference }) =>
      bound === null && !isByHand && reference?.form !== "one" && name !== "catch_all" ? [`${noun}.${name}`] : [],
    ),
  );
  expect(unbound).toEqual([]);
});

test("what a file does not hold is no field of it", () => {
  for (const noun of nouns) {
    const held = configuredFieldsOf(noun).map(({ name }) => name);
    expect(Object.keys(nounInFileByName[noun].notHeld ?? {}).filter((name) => held.includes(name))).toEqual([]);
  }
});
