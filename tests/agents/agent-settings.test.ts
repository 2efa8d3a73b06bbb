import { expect, test } from "vitest";
import type { z } from "zod";
import { adapterSettingFields } from "~/change/adapter-settings/settings";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import { deploymentWith, runOnce } from "../support/agent-program";

test("an agent knows the settings of each kind by their names", () => {
  for (const kind of monitorKinds.filter(({ from }) => from === "either" || from === "agent")) {
    const { shape } = kind.settings as unknown as z.ZodObject;
    expect([kind.kind, Object.keys(shape).sort()]).toEqual([
      kind.kind,
      adapterSettingFields(kind)
        .map(({ name }) => name)
        .sort(),
    ]);
  }
});

const check = (kind: string, settings: object | null) => ({ id: "m1", kind, interval: 1, phase: 0, settings });

test.each([
  ["telepathy", {}, "unknown_kind"],
  ["vendor", { url: "https://example.com" }, "unknown_kind"],
  ["http", null, "sealed"],
  ["http", { url: "http://127.0.0.1:1/", telepathy: "yes" }, "unknown_setting"],
  ["http", { url: "no address" }, "settings"],
])("%s with %j: what it does not know it does not judge", async (kind, settings, code) => {
  const { url, reports } = await deploymentWith([check(kind, settings)]);
  await runOnce(url);
  expect(reports.flatMap(({ results }) => results)).toMatchObject([{ monitor: "m1", verdict: "unknown", code }]);
});
