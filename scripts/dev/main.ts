import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "../../server/build.ts";
import { onEnding } from "../setup/ending.mjs";
import { root } from "../setup/install.mjs";

/** Pause in ms after a change, because editors write a file in several steps. */
const settleMs = 200;
const args = process.argv.slice(2);
let server: ChildProcess | null = null;
let ending = false;

function startServer(): void {
  const started = spawn(process.execPath, [join(root, "scripts/start.mjs"), "--built", ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  started.once("exit", (code) => {
    if (server !== started) return;
    server = null;
    if (code !== 0 && !ending) console.log("It did not start; the next change tries again.");
  });
  server = started;
}

function stopServer(): Promise<void> {
  const stopping = server;
  server = null;
  if (!stopping || stopping.exitCode !== null) return Promise.resolve();
  stopping.kill("SIGTERM");
  return new Promise((resolve) => stopping.once("exit", () => resolve()));
}

/** Restarts with a new build. The present server runs until the build is done; a build that fails changes nothing. */
async function renew(): Promise<void> {
  try {
    await ensureBuild();
  } catch (error) {
    console.error((error as Error).message);
    return;
  }
  await stopServer();
  if (!ending) startServer();
}

/** Runs one renewal at a time; changes in the meantime cause one more. */
function watchSources(): void {
  let timer: NodeJS.Timeout | undefined;
  let busy: Promise<void> = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      busy = busy.then(renew);
    }, settleMs);
  };
  for (const folder of ["app", "public", "migrations"]) watch(join(root, folder), { recursive: true }, changed);
}

onEnding(async () => {
  ending = true;
  await stopServer();
  process.exit(0);
});

await renew();
watchSources();
