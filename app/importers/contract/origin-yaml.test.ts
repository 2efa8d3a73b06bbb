import { expect, test } from "vitest";
import { parseOriginYaml } from "./origin-yaml";

const readValue = (text: string) => {
  const read = parseOriginYaml("a.yaml", text);
  return read.ok ? read.value : read.refusal.message;
};

test("merge keys are followed, and times, dates and YAML 1.1's words stay texts", () => {
  expect(readValue("base: &b {url: x, every: 30s}\none: {<<: *b, name: A}")).toMatchObject({
    one: { url: "x", every: "30s", name: "A" },
  });
  const of11 = "%YAML 1.1\n---\non: yes\nat: 2026-11-01T10:00:00Z\nday: 2026-11-01\nmode: 0o17\nlong: 190:20:30\n";
  expect(readValue(of11)).toEqual({
    on: "yes",
    at: "2026-11-01T10:00:00Z",
    day: "2026-11-01",
    mode: 15,
    long: "190:20:30",
  });
  expect(readValue("at: !!timestamp 2026-11-01\nof: !!binary aGk=")).toEqual({ at: "2026-11-01", of: "aGk=" });
});

test("what is broken is refused with its place", () => {
  expect(readValue("a: [1, 2\nb: 3")).toMatch(/^a\.yaml is not YAML: line 2, column \d+/);
});
