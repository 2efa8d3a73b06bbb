import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import type { MonitorPreset } from "~/monitors/presets";

const kinds = monitorKinds.flatMap((kind) => (kind.presets === undefined ? [] : [{ kind, path: kind.presets }]));

describe.each(kinds)("settings to begin with: $path", ({ kind, path }) => {
  const presets: MonitorPreset[] = JSON.parse(readFileSync(`public${path}`, "utf8"));

  test("are settings of their kind, each with its source and date", () => {
    expect(presets.length).toBeGreaterThanOrEqual(40);
    for (const { name, settings, source, date } of presets) {
      expect(kind.settings.safeParse(settings).success, name).toBe(true);
      expect(settings.url, name).toMatch(/^https:\/\//);
      expect(source, name).toMatch(/^(?:github\.com\/|https:\/\/)\S+, .{20,}/);
      expect(date, name).toMatch(/^2026-\d\d-\d\d$/);
    }
  });

  test("are in the order of their names, and none is there twice", () => {
    const names = presets.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort((one, other) => one.localeCompare(other, "en")));
    const followed = presets.map(({ settings: { url, components = "" } }) => `${url} ${components}`);
    expect(new Set(followed).size).toBe(followed.length);
  });
});

test("a kind has them", () => {
  expect(kinds.map(({ kind: { kind } }) => kind)).toEqual(["vendor"]);
});
