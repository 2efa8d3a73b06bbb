import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/child";
import { nodeProgram } from "../support/server";
import { root } from "../support/sources";

/** The script with an npm that says this, whatever it is asked. */
function audited(said: string, ...args: string[]) {
  const folder = temporaryFolder("audit");
  const npm = join(folder, "npm");
  writeFileSync(join(folder, "said"), said);
  writeFileSync(npm, `#!/bin/sh\ncat "${join(folder, "said")}"\nexit 1\n`);
  chmodSync(npm, 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(nodeProgram, [join(root, "scripts/audit.mjs"), ...args], {
    env,
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

const hole = { title: "Reads too far", url: "https://advisories.example/1" };

test("a known hole fails, and is named", () => {
  const vulnerabilities = { zod: { name: "zod", severity: "high", via: [hole, "another"] } };
  const { status, said } = audited(JSON.stringify({ vulnerabilities, metadata: {} }));
  expect(status).toBe(1);
  expect(said).toContain("zod: high Reads too far https://advisories.example/1");
});

test("none is fine", () => {
  expect(audited(JSON.stringify({ vulnerabilities: {}, metadata: {} })).status).toBe(0);
});

test.each([
  ["nothing", ""],
  ["no JSON", "<html>"],
  ["an error", JSON.stringify({ message: "405 Method Not Allowed", error: { summary: "" } })],
  ["something else", "{}"],
])("a registry that answers %s is no audit: loud, and told apart from a hole", (_, answer) => {
  const { status, said } = audited(answer);
  expect([status, said.trim().startsWith("NOT AUDITED")]).toEqual([2, true]);
});

/** `.ci/run` with an audit that ends so, and an npm that says what it is asked. */
function ciRun(auditEndsWith: number) {
  const folder = temporaryFolder("ci");
  for (const [name, script] of [
    ["node", `exit ${auditEndsWith}`],
    ["npm", 'echo "npm $*"'],
  ] as const) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stdout } = spawnSync(join(root, ".ci/run"), { env, encoding: "utf8" });
  return [status, stdout.trim()];
}

test("tests run although no registry answered, and not over a known hole", () => {
  expect(ciRun(0)).toEqual([0, "npm test"]);
  expect(ciRun(2)).toEqual([0, "npm test"]);
  expect(ciRun(1)).toEqual([1, ""]);
});

test("the nightly audit is one that has to answer", () => {
  const nightly = readFileSync(join(root, ".github/workflows/nightly.yml"), "utf8");
  expect(nightly).toMatch(/^ +- npm run audit$/m);
});
