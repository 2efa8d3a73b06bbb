import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { databaseFileOf } from "../../server/folder-database.ts";
import { rowsIn } from "../support/backup-places";
import { startProgram, temporaryFolder } from "../support/child";
import { type Moment, meanwhile } from "../support/meanwhile";
import { nodeProgram } from "../support/server";
import { root } from "../support/sources";

/** Each starts two programs with a runtime of their own: on a busy machine a minute is not enough for them. */
vi.setConfig({ testTimeout: 180_000 });

const good = join(root, "tests/fixtures/backups/0.1.0.jsonl");
const cut = join(temporaryFolder("cut"), "cut.jsonl");
writeFileSync(cut, readFileSync(good, "utf8").slice(0, -400));

const argsFor = (file: string, state: string) => [
  join(root, "scripts/restore.mjs"),
  ...[file, "--state", state, "--trust-this-file", "--without-secrets"],
];

/** A restore into a folder that is not there, in which another one comes to its end at that moment. */
async function restoreWhile(call: Moment["call"], file: string) {
  const state = join(temporaryFolder("new"), "state");
  const other = meanwhile({ call, path: state }, nodeProgram, argsFor(good, state));
  const env = { ...process.env, ...other, UPFRONT_SECRET: undefined };
  const restore = startProgram(nodeProgram, argsFor(file, state), { cwd: root, env });
  const code = await restore.ended;
  const [, said = "null"] = /^meanwhile: (.*)$/m.exec(restore.output()) ?? [];
  return { state, code, output: restore.output(), other: JSON.parse(said) as { status: number; said: string } };
}

const pagesIn = (state: string) => rowsIn({ path: databaseFileOf(join(state, "d1")) }, "SELECT slug FROM page");

test("what another restore filled since the folder was looked for stays, and is said", async () => {
  const { state, code, output, other } = await restoreWhile("mkdirSync", good);
  expect(other, output).toMatchObject({ status: 0 });
  expect([code, output]).toEqual([1, expect.stringContaining("This deployment is not empty (1 page")]);
  expect(pagesIn(state)).toEqual([{ slug: "acme" }]);
});

test("what another restore fills while a failed one takes its new folder away stays", async () => {
  const { state, code, output, other } = await restoreWhile("rmdirSync", cut);
  expect([code, output]).toEqual([1, expect.stringMatching(/Line \d+: .*cut/)]);
  expect(other, output).toMatchObject({ status: 0 });
  expect(pagesIn(state)).toEqual([{ slug: "acme" }]);
  expect(readFileSync(join(state, "made"), "utf8")).toBe("restored\n");
});

test.each([
  ["leaves no new folder", "state"],
  ["leaves an empty one that was there", "."],
] as const)("a restore that fails %s", async (_, name) => {
  const folder = temporaryFolder("new");
  const state = join(folder, name);
  const wasThere = existsSync(state);
  const env = { ...process.env, UPFRONT_SECRET: undefined };
  const restore = startProgram(nodeProgram, argsFor(cut, state), { cwd: root, env });
  expect([await restore.ended, restore.output()]).toEqual([1, expect.stringMatching(/Line \d+: .*cut/)]);
  expect([existsSync(state), wasThere || readdirSync(folder).length === 0]).toEqual([wasThere, true]);
});

test.each([
  ["before its database is made", "mkdirSync", "d1", 0],
  ["before its secret has its name", "renameSync", "secret.new", 0],
  ["after its rows are written", "renameSync", "made.new", 1],
] as const)(
  "a restore that is killed %s leaves nothing half: the next one goes through, or finds it whole",
  async (_, call, name, code) => {
    const state = join(temporaryFolder("killed"), "state");
    const env = { ...process.env, UPFRONT_SECRET: undefined };
    const killing = meanwhile({ call, path: join(state, name) }, "sh", ["-c", "kill -9 $PPID"]);
    const killed = startProgram(nodeProgram, argsFor(good, state), { cwd: root, env: { ...env, ...killing } });
    await killed.ended;
    expect([killed.output(), existsSync(state)]).toEqual([expect.not.stringMatching(/meanwhile/), true]);
    const next = startProgram(nodeProgram, argsFor(good, state), { cwd: root, env });
    expect([await next.ended, next.output()]).toEqual([
      code,
      expect.stringContaining(code === 0 ? "Restored 17 rows" : "This deployment is not empty (1 page"),
    ]);
    expect(pagesIn(state)).toEqual([{ slug: "acme" }]);
  },
);
