import childProcess, { type ChildProcess } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { D1Database } from "@cloudflare/workers-types";
import type { MailAnswer } from "./mail/mail.ts";
import { askWorkerAboutRecipient, mailWorkerOptions, passMailToWorker } from "./mail/mail-door.ts";
import { appliedMigrationsTableSql } from "./migrate.ts";
import { moveDatabaseToRuntimePath, prepareDatabase } from "./prepare-database.ts";
import type { FolderState } from "./state/state.ts";
import { endRuntimeWithProcess } from "./watchdog.ts";
import { makeWorkerOptions, type RuntimeOptions } from "./worker-options.ts";

/** The worker in workerd, reachable on a loopback port that only our listener uses. */
export interface WorkerRuntime {
  url: URL;
  database: D1Database;
  /** Fires the cron trigger; resolves when the worker's scheduled handler is done. */
  tick(scheduledTime: number): Promise<void>;
  /** Passes an email to the worker's email handler. Present only when `mail` is set. */
  receive(from: string, to: string, raw: Uint8Array): Promise<MailAnswer>;
  /** Asks whether an address takes email. Present only when `mail` is set. */
  takesMail(to: string): Promise<MailAnswer>;
  /** Resolves when workerd ends unexpectedly. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Returns a function that gives Miniflare's child process, which Miniflare does not expose and the watchdog needs.
 * Files that it makes are readable by the owner only.
 */
function catchChild(): () => ChildProcess | undefined {
  let caught: ChildProcess | undefined;
  const spawn = childProcess.spawn;
  childProcess.spawn = ((...args: Parameters<typeof spawn>) => {
    const mask = process.umask(0o077);
    const child = spawn(...args);
    process.umask(mask);
    if (args[1]?.includes("serve")) caught = child;
    return child;
  }) as typeof spawn;
  return () => {
    childProcess.spawn = spawn;
    return caught;
  };
}

/** Passes log lines on unchanged, without the addresses of workerd's own machine code. */
function passLogs(stdout: Readable, stderr: Readable): void {
  stdout.pipe(process.stdout, { end: false });
  createInterface(stderr).on("line", (line) => {
    if (!line.startsWith("stack: ")) console.error(line);
  });
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Keeps Miniflare from ending the process at a signal before open answers are sent. Returns a function that undoes
 * this.
 */
function keepSignals(): () => void {
  const ours = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  return () => {
    for (const signal of signals) {
      for (const listener of process.listeners(signal)) {
        if (!ours.get(signal)?.includes(listener)) process.off(signal, listener);
      }
    }
  };
}

/** Errors of SQLite for a full or failing disk: of the database's file, its log or its index. */
const diskTrouble = /SQLITE_(FULL|IOERR|READONLY|CANTOPEN)\w*/;

/** The library's message is a stack trace; the error of the disk is what a person can fix. */
function inPlainWords(error: unknown, { folder }: FolderState): Error {
  const { message } = error as Error;
  const [found] = diskTrouble.exec(message) ?? [];
  if (!found) return error as Error;
  return new Error(`the disk of ${folder} is full, or cannot be written to (${found})`);
}

const beforeLong = () => new Promise((resolve) => setTimeout(resolve, 1200).unref());

const mailBy = (ask: Parameters<typeof passMailToWorker>[0]): Pick<WorkerRuntime, "receive" | "takesMail"> => ({
  receive: (from, to, raw) => passMailToWorker(ask, from, to, raw),
  takesMail: (to) => askWorkerAboutRecipient(ask, to),
});

async function launch(options: RuntimeOptions, state: FolderState): Promise<WorkerRuntime> {
  mkdirSync(state.scratch, { recursive: true, mode: 0o700 });
  process.env.TMPDIR = state.scratch;
  const made = await makeWorkerOptions(options, state);
  const caught = catchChild();
  const restoreSignals = keepSignals();
  const { Miniflare, Log, LogLevel } = await import("miniflare");
  const miniflare = new Miniflare({
    workers: [made.worker, ...(options.mail ? [mailWorkerOptions] : [])],
    d1Persist: state.database,
    host: "127.0.0.1",
    port: 0,
    cf: false,
    log: new Log(LogLevel.ERROR),
    handleRuntimeStdio: passLogs,
  } as unknown as ConstructorParameters<typeof Miniflare>[0]);
  await miniflare.ready.catch(async (error: unknown) => {
    // The rest of a failed start would keep the whole command from ending.
    await Promise.race([miniflare.dispose().catch(() => undefined), beforeLong()]);
    restoreSignals();
    made.stop();
    caught()?.kill("SIGKILL");
    throw inPlainWords(error, state);
  });
  restoreSignals();
  const child = caught();
  const watchdog = endRuntimeWithProcess(child?.pid);
  const worker = options.databaseOnly ? null : await miniflare.getWorker("upfront");
  return {
    url: options.databaseOnly ? await miniflare.ready : await miniflare.unsafeGetDirectURL("upfront"),
    database: (await miniflare.getD1Database("DB")) as unknown as D1Database,
    async tick(scheduledTime) {
      await worker?.scheduled({ scheduledTime: new Date(scheduledTime), cron: "* * * * *" });
    },
    ...mailBy(async (url, init) => (await miniflare.getWorker(mailWorkerOptions.name)).fetch(url, init)),
    ended: new Promise((resolve) => child?.once("exit", () => resolve())),
    async stop() {
      await Promise.race([miniflare.dispose(), beforeLong()]);
      made.stop();
      child?.kill("SIGKILL");
      watchdog.release();
      rmSync(state.scratch, { recursive: true, force: true });
    },
  };
}

/** Returns true when the runtime has opened a database with migrations: one that it has just made has none. */
async function hasMigrations(database: D1Database): Promise<boolean> {
  await database.prepare(appliedMigrationsTableSql.replaceAll("\n", " ")).run();
  return (await database.prepare("SELECT 1 FROM d1_migrations LIMIT 1").first()) !== null;
}

/**
 * Starts workerd with the bindings of wrangler.toml and the database of the state folder. The library names its file by
 * a hash that may change with its next version: the database then replaces the file that the library has made.
 */
export async function startRuntime(options: RuntimeOptions, state: FolderState): Promise<WorkerRuntime> {
  const found = await prepareDatabase(state, options.preparing ?? {});
  const runtime = await launch(options, state);
  if (!found || (await hasMigrations(runtime.database))) return runtime;
  await runtime.stop();
  moveDatabaseToRuntimePath(state, found);
  return launch(options, state);
}
