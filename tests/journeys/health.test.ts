import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, type TestContext, test, vi } from "vitest";
import { databaseFileOf } from "../../server/folder-database.ts";
import { temporaryFolder } from "../support/child";
import { migratedFolder } from "../support/migrated-state";
import { isAlive, runtimeOf } from "../support/processes";
import { type ServerOptions, startServer, type TestServer } from "../support/server";
import { canMount, diskOf, onSmallDisk } from "../support/small-disk";

/**
 * Milliseconds of the scheduler's minutes, 150 times as fast. They are longer where a process must outlast a trouble,
 * because a crowded machine may need seconds for an answer.
 */
const minute = 400;
const slowMinute = 1500;
const token = "a-bootstrap-token-of-more-than-32-characters";

type Finished = TestContext["onTestFinished"];

/** Ended with its test: the tests of this file wait more than they work, so they run side by side. */
async function start(onFinished: Finished, options: ServerOptions = {}): Promise<TestServer> {
  const env = { UPFRONT_BOOTSTRAP_TOKEN: token, UPFRONT_TEST_MINUTE: String(minute), ...options.env };
  const server = await startServer({ args: ["--empty"], ...options, env });
  onFinished(async () => {
    await server.stop();
  });
  return server;
}

async function ask(server: TestServer, path: string, init?: RequestInit) {
  const asked = fetch(`${server.url}${path}`, { signal: AbortSignal.timeout(20_000), ...init });
  const answer = await asked.catch((cause) => {
    throw new Error(`No answer. The server has said:\n${server.output()}`, { cause });
  });
  return { status: answer.status, text: await answer.text() };
}

const makePage = (server: TestServer, subdomain: string) =>
  ask(server, "/api/v1/pages", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ page: { name: "Acme", subdomain } }),
  });

/** A runtime that hangs lets whoever asks wait: they ask again. */
const impatiently = () => ({ signal: AbortSignal.timeout(1000) });

const passed = (minutes: number, length = minute) => new Promise((done) => setTimeout(done, minutes * length));

const refusal = (code: string) => ({ status: 503, text: expect.stringContaining(`/problems/${code}"`) });

const outlasting = { env: { UPFRONT_TEST_MINUTE: String(slowMinute) } };

/** The page is served throughout; the database says no to every change, and nothing is restarted. */
async function refusesFor(server: TestServer, minutes: number, code: string) {
  const end = Date.now() + minutes * slowMinute;
  for (let asked = 0; asked === 0 || Date.now() < end; asked++) {
    expect(await ask(server, "/acme")).toMatchObject({ status: 200, text: expect.stringContaining("Acme") });
    expect(await ask(server, "/healthz")).toMatchObject({ status: 200 });
    expect(await ask(server, "/readyz")).toMatchObject(refusal(code));
    expect((await makePage(server, `refused-${asked}`)).status).toBe(503);
    await passed(1, slowMinute);
  }
  expect(isAlive(server.pid)).toBe(true);
  expect(server.output()).not.toMatch(/answered no tick|begun no tick|has ended/);
}

async function worksAgain(server: TestServer) {
  expect((await makePage(server, "afterwards")).status).toBe(201);
  // Small rows may find room where large ones do not: it is named for ten seconds after the last refusal.
  const ready = async () => expect((await ask(server, "/readyz")).status).toBe(200);
  await vi.waitFor(ready, { timeout: 15_000, interval: 200 });
  expect((await ask(server, "/afterwards")).status).toBe(200);
}

/** Its log stands on the same disk: lines that find no room are lost, and end nothing. */
const loggedOn = (at: string): string[] => ["sh", "-c", 'exec "$@" 2>>"$0/log"', at];

test.skipIf(!canMount).concurrent(
  "disk full for 30 minutes: the page is served, nothing restarts, and then it works",
  async ({ onTestFinished }) => {
    const at = temporaryFolder("disk");
    const launcher = [...onSmallDisk({ from: await migratedFolder(), at, megabytes: 16 }), ...loggedOn(at)];
    const server = await start(onTestFinished, { ...outlasting, state: at, launcher });
    expect((await makePage(server, "acme")).status).toBe(201);
    expect((await ask(server, "/acme")).status).toBe(200);
    const disk = diskOf(server.pid, at);
    for (const size of [16 << 20, 4096, 4096, 4096]) {
      expect(() => writeFileSync(join(disk, "ballast"), Buffer.alloc(size), { flag: "a" })).toThrow(/ENOSPC/);
    }
    await refusesFor(server, 30, "storage_full");
    rmSync(join(disk, "ballast"));
    await worksAgain(server);
  },
  120_000,
);

/** A program in the place of systemd's own, which writes down what it is told. */
function standInForSystemd() {
  const folder = temporaryFolder("systemd");
  const told = join(folder, "told");
  writeFileSync(join(folder, "systemd-notify"), `#!/bin/sh\necho "$@" >> ${told}\n`);
  chmodSync(join(folder, "systemd-notify"), 0o755);
  const env = { PATH: `${folder}:${process.env.PATH}`, NOTIFY_SOCKET: "@upfront-nobody", WATCHDOG_USEC: "200000" };
  return { env, told: () => readFileSync(told, "utf8") };
}

test.concurrent("a file that another program locks is no trouble of the scheduler", async ({ onTestFinished }) => {
  const server = await start(onTestFinished, outlasting);
  expect((await makePage(server, "acme")).status).toBe(201);
  expect((await ask(server, "/acme")).status).toBe(200);
  // The server may be writing just then.
  const other = new DatabaseSync(databaseFileOf(join(server.state, "d1")), { timeout: 5000 });
  other.exec("BEGIN IMMEDIATE");
  await refusesFor(server, 10, "database_away");
  other.close();
  await worksAgain(server);
}, 60_000);

test.concurrent("a process that was stopped like a machine that sleeps goes on; a runtime that hangs ends it", async ({
  onTestFinished,
}) => {
  const systemd = standInForSystemd();
  const server = await start(onTestFinished, { env: systemd.env });
  await vi.waitFor(() => expect(systemd.told()).toMatch(/^READY=1 WATCHDOG=1\n(WATCHDOG=1\n){2}/), 5000);
  process.kill(server.pid, "SIGSTOP");
  await passed(8);
  process.kill(server.pid, "SIGCONT");
  await passed(3);
  expect(await ask(server, "/healthz")).toMatchObject({ status: 200 });
  process.kill(runtimeOf(server.pid), "SIGSTOP");
  await vi.waitFor(() => expect(isAlive(server.pid)).toBe(false), { timeout: 20_000, interval: 50 });
  expect(await server.stop()).toBe(1);
  expect(server.output()).toContain(
    "Upfront has ended: The runtime has answered no tick of the scheduler for 5 minutes.",
  );

  const file = join(server.state, "ended-by-health.json");
  const [ended = 0] = JSON.parse(readFileSync(file, "utf8")) as number[];
  writeFileSync(file, JSON.stringify([ended - 2, ended - 1, ended]));
  const fourth = await start(onTestFinished, { state: server.state });
  const runtime = runtimeOf(fourth.pid);
  process.kill(runtime, "SIGSTOP");
  const answer = { status: 503, text: "The runtime has answered no tick of the scheduler for 5 minutes.\n" };
  await vi.waitFor(async () => expect(await ask(fourth, "/healthz", impatiently())).toEqual(answer), {
    timeout: 20_000,
    interval: 50,
  });
  await passed(3);
  expect(isAlive(fourth.pid)).toBe(true);
  expect(fourth.output().match(/It stays up/g)).toHaveLength(1);
  process.kill(runtime, "SIGCONT");
  await vi.waitFor(async () => expect((await ask(fourth, "/healthz", impatiently())).status).toBe(200), {
    timeout: 20_000,
    interval: 50,
  });
  expect(fourth.output()).toContain("The scheduler works again.");
}, 60_000);
