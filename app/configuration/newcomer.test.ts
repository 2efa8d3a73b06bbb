import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filesDeskOfFile } from "../../tests/support/configuration-jobs";
import { good } from "../../tests/support/desk";
import { planConfiguration } from "./plan-configuration";

/** The first file of the guide, as a newcomer pastes it. */
const desk = filesDeskOfFile();
const guide = readFileSync("docs/configuration-file.md", "utf8");
const [, text = ""] = /```yaml\n(# yaml-language-server[\s\S]*?)```/.exec(guide) ?? [];

test("the guide's first file plans its page from nothing", async () => {
  const { plan } = await good(planConfiguration(desk.person("owner", true), { text }));
  expect(plan.errors.map(({ message }) => message)).toEqual([]);
  expect(plan.changes.map(({ noun }) => noun)).toEqual(
    expect.arrayContaining(["page", "group", "component", "monitor"]),
  );
});
