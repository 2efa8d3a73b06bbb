import { chmodSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { findDatabases } from "../../server/state/database-file.ts";
import { startProgram, temporaryFolder } from "../support/child";
import { upgraded } from "../support/later-version";
import { ensureBuiltOnce, nodeProgram, runStart, startServer, type TestServer } from "../support/server";
import { root } from "../support/sources";

const running: { stop(): Promise<number> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});

/** Every entry of a folder, and the folder, with what is not its owner's alone. */
function openToOthers(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const paths = [folder, ...names.map((name) => join(folder, name))];
  return paths.flatMap((path) => {
    const mode = statSync(path).mode & 0o777;
    return mode === (statSync(path).isDirectory() ? 0o700 : 0o600) ? [] : [`${mode.toString(8)} ${path}`];
  });
}

function letEverybodyIn(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) chmodSync(join(folder, name), 0o777);
  chmodSync(folder, 0o777);
}

/** A shell that keeps nothing from anybody starts it. */
async function startedOpenly(state: string) {
  const command = 'umask 0000; exec "$0" scripts/start.mjs --built --empty --port 0 --state "$1"';
  const started = startProgram("/bin/sh", ["-c", command, nodeProgram, state], { cwd: root });
  running.push(started);
  await started.until(/Ctrl-C ends it\./);
  return started;
}

test("all that a start writes is its owner's alone, whatever the umask, and what an earlier one left open is closed", async () => {
  await ensureBuiltOnce();
  const state = join(temporaryFolder("state"), "made-by-it");
  const first = await startedOpenly(state);
  const names = readdirSync(state, { recursive: true, encoding: "utf8" });
  expect(names.filter((name) => /sqlite-(wal|shm)$/.test(name)).length).toBeGreaterThan(1);
  expect(names).toEqual(expect.arrayContaining(["secret", "made", "origin", "control.json", "control.sock", "lock"]));
  expect(openToOthers(state)).toEqual([]);
  // Killed, it leaves the database's log as well.
  await first.kill9();
  letEverybodyIn(state);
  await startedOpenly(state);
  expect(openToOthers(state)).toEqual([]);
});

async function refused(state: string): Promise<string> {
  const started = runStart(["--port", "0", "--state", state]);
  expect(await started.ended).toBe(1);
  const [line, ...others] = started.output().trim().split("\n");
  expect(others).toEqual([]);
  return line ?? "";
}

async function done(name: "backup" | "restore", ...args: string[]): Promise<void> {
  const env = { ...process.env, UPFRONT_ENDS_WITH_PARENT: "1", UPFRONT_SECRET: undefined };
  const command = startProgram(nodeProgram, [join(root, `scripts/${name}.mjs`), ...args], { cwd: root, env });
  expect(await command.ended, command.output()).toBe(0);
}

const read = async ({ url }: TestServer) => {
  const { incidents } = (await (await fetch(`${url}/larkfield/api/v2/incidents.json`)).json()) as {
    incidents: object[];
  };
  return incidents;
};

test("upgraded, refused by the older version, gone back, lost, and restored: the page reads as before", async () => {
  const first = await startServer();
  const { state, port } = first;
  const incidents = await read(first);
  expect(incidents.length).toBeGreaterThan(3);
  await first.stop();
  const backup = join(temporaryFolder("backups"), "backup.jsonl");
  await done("backup", backup, "--state", state);

  await upgraded({ folder: state, database: join(state, "d1") }, 1);
  const said = await refused(state);
  expect(said).toMatch(/^This version is older than the database in .* --go-back\. What was written since/);
  const back = await startServer({ state, port, args: ["--go-back"] });
  expect(back.output()).toMatch(/Went back to .*before-upgrade/);
  expect(await read(back)).toEqual(incidents);
  await back.stop();

  for (const { path } of findDatabases(join(state, "d1")).found) rmSync(path);
  expect(await refused(state)).toMatch(/was used before, and its database is gone: restore a backup \(npm run restore/);
  await done("restore", backup, "--state", state, "--trust-this-file");
  const restored = await startServer({ state, port });
  running.push(restored);
  expect(await read(restored)).toEqual(incidents);
});
