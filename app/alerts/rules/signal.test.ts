import { expect, test } from "vitest";
import { isEqualInConstantTime } from "~/text/same-text";
import {
  type AlertSignal,
  labelsFromRecord,
  makeAlertSignal,
  parseHttpLink,
  parseInstant,
  parseSeverity,
} from "./signal";
import { limitDeliveryReading } from "./signal-limits";

const signal = (given: Partial<AlertSignal>) => makeAlertSignal({ key: "k", status: "firing", title: "t", ...given });
const fitted = (given: Partial<AlertSignal>) => limitDeliveryReading({ signals: [signal(given)], skipped: [] });

test.each([
  ["2020-02-06T00:17:58.432911368Z", Date.UTC(2020, 1, 6, 0, 17, 58, 432)],
  ["2016-08-01T13:27:08.008+03:00", Date.UTC(2016, 7, 1, 10, 27, 8, 8)],
  ["2017-08-03T15:17:37.804-04:00", Date.UTC(2017, 7, 3, 19, 17, 37, 804)],
  ["2024-06-14T10:00:00Z", Date.UTC(2024, 5, 14, 10)],
  ["2024-06-14 10:00:00+0200", Date.UTC(2024, 5, 14, 8)],
  ["0001-01-01T00:00:00Z", null],
  ["2024-06-14T10:00:00", null],
  ["2024-13-14T10:00:00Z", null],
  ["yesterday", null],
  [1718359200, null],
])("%s is %s", (text, at) => expect(parseInstant(text)).toBe(at));

test.each([
  ["page", "critical"],
  ["HIGH", "error"],
  ["warn", "warning"],
  ["none", "info"],
  ["weird", "info"],
  ["", null],
  [undefined, null],
  [3, null],
])("severity %s is %s", (word, severity) => expect(parseSeverity(word)).toBe(severity));

test("only http links", () => {
  expect(parseHttpLink("https://a.example/x?y=1")).toBe("https://a.example/x?y=1");
  for (const bad of ["javascript:alert(1)", "data:text/html,x", "//evil.example", "http://", "x", 7]) {
    expect(parseHttpLink(bad)).toBeNull();
  }
});

test("labels keep plain values, and __proto__ is one of them", () => {
  const labels = labelsFromRecord(JSON.parse('{"__proto__":"x","constructor":"y","n":1,"b":true,"o":{},"z":null}'));
  expect(Object.entries(labels)).toEqual([
    ["__proto__", "x"],
    ["constructor", "y"],
    ["n", "1"],
    ["b", "true"],
  ]);
});

test.each([
  ["x".repeat(256), "more than 255"],
  ["a\u0000b", "control"],
  ["a\nb", "control"],
  ["\ud800", "control"],
  ["", "empty"],
  ["upfront:refused", "reserved"],
])("the key %j is skipped, never cut", (key, reason) => {
  const { signals, skipped } = fitted({ key });
  expect(signals).toEqual([]);
  expect(skipped).toMatchObject([{ code: "bad_dedup_key", reason: expect.stringContaining(reason) }]);
});

test("a key of 255 characters is kept whole", () => {
  const key = "🔥".repeat(255);
  expect(fitted({ key }).signals).toMatchObject([{ key }]);
});

test("long text is cut and flagged, unstorable text replaced", () => {
  const labels = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`l${at}`, "v".repeat(2000)]));
  const [long] = fitted({ title: "t".repeat(300), body: "b".repeat(6000), labels }).signals as AlertSignal[];
  expect(long?.title).toHaveLength(255);
  expect(long?.body).toHaveLength(5000);
  expect(Object.keys(long?.labels ?? {})).toHaveLength(64);
  expect(long?.flags).toEqual(["shortened"]);
  const [odd] = fitted({ title: "a\r\nb\ud800", body: "c\u0000d" }).signals as AlertSignal[];
  expect(odd).toMatchObject({ title: "a  b\ufffd", body: "c\ufffdd", flags: [] });
  expect(fitted({ title: " " }).signals).toMatchObject([{ title: "k" }]);
});

test("secrets compare by value", () => {
  expect(isEqualInConstantTime("abc", "abc")).toBe(true);
  for (const other of ["abd", "ab", "abcc", "", "abcabc"]) expect(isEqualInConstantTime(other, "abc")).toBe(false);
  expect(isEqualInConstantTime("abcabc", "")).toBe(false);
});
