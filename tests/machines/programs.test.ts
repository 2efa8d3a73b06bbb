import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testProgramsByPackage } from "../../scripts/test/programs.ts";
import { root } from "../support/sources";

/** A fresh machine has none of them: what a test runs, `npm test` installs. */
const installed = new Set(
  Object.entries(testProgramsByPackage).flatMap(([name, { programs, brings = [] }]) => [name, ...programs, ...brings]),
);

test("every program that a test asks for is one that npm test installs", () => {
  const files = globSync("tests/**/*.ts", { cwd: root });
  const asked = files.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/requireProgram\("([^"]+)"\)/g)].map(([, name = ""]) => name),
  );
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.filter((name) => !installed.has(name) && !installed.has(`the ${name.replace(" ", " of ")}`))).toEqual(
    [],
  );
});

test("so is every language that a job is pasted in, but those that are here anyway", () => {
  const text = readFileSync(join(root, "tests/machines/heartbeat-snippets.test.ts"), "utf8");
  const run = new Set([...text.matchAll(/run: "(\w+)"/g)].map(([, name = ""]) => name));
  expect(run.size).toBeGreaterThan(4);
  expect([...run].filter((name) => !installed.has(name))).toEqual(["sh", "python3"]);
});
