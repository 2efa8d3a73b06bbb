import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../support/child";

const { TMPDIR } = process.env;
afterEach(() => {
  process.env.TMPDIR = TMPDIR;
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  vi.restoreAllMocks();
});

test("the recipe for cstate names a folder that is there after the run, with a site for Hugo", async () => {
  process.env.TMPDIR = temporaryFolder("person");
  const { printCstateBuildInstructions: tellOfCstate } = await import("../../scripts/bench/cstate-site");
  const told = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const scratch = temporaryFolder("scratch");
  process.env.TMPDIR = scratch;
  for (const components of [50, 5]) tellOfCstate(components);
  rmSync(scratch, { recursive: true });
  const [recipe] = told.mock.calls.at(-1) ?? [];
  const [, folder = ""] = /hugo --source (\S+)/.exec(String(recipe)) ?? [];
  expect(existsSync(join(folder, "content/issues/open.md"))).toBe(true);
  const config = readFileSync(join(folder, "config.yml"), "utf8");
  expect(config.match(/category:/g)).toHaveLength(5);
});
