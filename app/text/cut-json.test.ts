import fc from "fast-check";
import { expect, test } from "vitest";
import { closeTruncatedJson, parseListBody } from "./cut-json";
import { parseExactJsonText } from "./exact-json";

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each([
  ['{"a":1,"alerts":[{"b":"]"},{"c":"x', '{"a":1,"alerts":[{"b":"]"}]}'],
  ['{"a":{"list":[[1,2],[3,', '{"a":{"list":[[1,2]]}}'],
  ['{"alerts":[{"a":1}],"labels":{"x":', '{"alerts":[{"a":1}]}'],
  ['[{"a":"\\\\"},{"b":"\\"', '[{"a":"\\\\"}]'],
  ['{"alerts":[', '{"alerts":[]}'],
  ["{", "{}"],
])("%s is closed behind its last whole member", (text, closed) => {
  expect(closeTruncatedJson(text)).toBe(closed);
});

test("cut anywhere, it is a beginning of the list, and nothing that was not said", () => {
  const value = fc.record({ status: fc.string(), labels: fc.dictionary(fc.string(), fc.jsonValue()), n: fc.integer() });
  const body = fc.array(value, { minLength: 1, maxLength: 8 });
  const cut = (alerts: unknown[], at: number, isList: boolean) => {
    const text = JSON.stringify(isList ? alerts : { status: "x", alerts, groupKey: "g" });
    const bytes = bytesOf(text);
    const read = parseListBody(bytes.subarray(0, Math.floor(at * bytes.length)), true);
    const found = read.ok ? (isList ? read.value.payload : (read.value.payload as { alerts?: unknown }).alerts) : [];
    const members = (found ?? []) as unknown[];
    expect(members).toEqual(parseExactJsonText(JSON.stringify(alerts.slice(0, members.length))));
  };
  fc.assert(fc.property(body, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), cut));
});

test("any bytes at all are read or refused", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.boolean(), (bytes, isCut) => typeof parseListBody(bytes, isCut).ok === "boolean"),
  );
  fc.assert(fc.property(fc.string(), (text) => typeof parseListBody(bytesOf(`[${text}`), true).ok === "boolean"));
  for (const open of ["[", '{"a":', '[{"a":['])
    expect(parseListBody(bytesOf(open.repeat(100_000)), true)).toMatchObject({ failure: { code: "bad_json" } });
});
