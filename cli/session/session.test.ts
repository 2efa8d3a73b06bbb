import fc from "fast-check";
import { expect, test } from "vitest";
import { findNamed } from "./find-named";
import { deploymentOrigin } from "./session";
import { parseInstantInput, parseLength } from "./time-input";

const noon = Date.UTC(2026, 10, 20, 12);

test.each([
  ["now", "2026-11-20T12:00:00.000Z"],
  ["90m", "2026-11-20T13:30:00.000Z"],
  ["1d", "2026-11-21T12:00:00.000Z"],
  ["2026-12-01T02:00+01:00", "2026-12-01T01:00:00.000Z"],
  ["2026-12-01T02:00:30Z", "2026-12-01T02:00:30.000Z"],
])("%s is %s", (text, instant) => {
  expect(parseInstantInput(text, noon, "--start")).toBe(instant);
});

test.each(["", "tomorrow", "2026-12-01", "2026-12-01T02:00", "2026-13-01T02:00Z", "0m", "-5m", "5 parsecs"])(
  "“%s” is no time: it could be meant in any zone, or not at all",
  (text) => {
    expect(() => parseInstantInput(text, noon, "--start")).toThrow(/no time for --start/);
  },
);

test("a length has a unit", () => {
  expect([parseLength("90m"), parseLength("2 h"), parseLength("90"), parseLength("")]).toEqual([
    5_400_000,
    7_200_000,
    null,
    null,
  ]);
});

const things = [
  { id: "1", name: "Web" },
  { id: "2", name: "Web shop" },
  { id: "3", name: "API" },
];
test.each([
  ["1", "1"],
  ["web", "1"],
  ["web s", "2"],
  ["ap", "3"],
])("“%s” is %s", (typed, id) => {
  expect(findNamed(things, typed, "component").id).toBe(id);
});
test.each([["x"], ["we"]])("“%s” is refused with what there is", (typed) => {
  expect(() => findNamed([...things, { id: "4", name: "WEB 2" }], typed, "component")).toThrow(
    /Choose one of: Web \(1\)/,
  );
});
test("nothing is found among nothing", () => {
  expect(() => findNamed([], "x", "monitor")).toThrow("There is no monitor “x”. There are none.");
});

test("a deployment is an origin; http only on this machine", () => {
  expect(deploymentOrigin("https://status.example.com/manage/x?y")).toBe("https://status.example.com");
  for (const here of ["http://localhost:8787", "http://127.0.0.1:1", "http://[::1]:2"])
    expect(deploymentOrigin(here)).toBe(here);
  expect(() => deploymentOrigin("http://status.example.com")).toThrow(/not https/);
  expect(deploymentOrigin("http://status.example.com", true)).toBe("http://status.example.com");
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        expect(new URL(deploymentOrigin(text)).origin).toBe(deploymentOrigin(text));
      } catch (error) {
        expect((error as Error).name).toBe("CliError");
      }
    }),
  );
});
