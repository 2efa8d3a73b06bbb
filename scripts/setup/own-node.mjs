import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { onEnding } from "./ending.mjs";
import { ensurePackages, ownNode as own } from "./install.mjs";

const isOwn = () => existsSync(own) && realpathSync(own) === realpathSync(process.execPath);

const works = () => existsSync(own) && spawnSync(own, ["--version"]).status === 0;

const atLeast = (major, minor) => {
  const [hostMajor = 0, hostMinor = 0] = process.versions.node.split(".").map(Number);
  return hostMajor > major || (hostMajor === major && hostMinor >= minor);
};

/** Runs the script in a child and ends with it; the channel tells the child when this process is gone. */
function inChild(command, args) {
  const child = spawn(command, args, { stdio: ["inherit", "inherit", "inherit", "ipc"] });
  onEnding(() => child.kill("SIGTERM"));
  child.once("exit", (code) => process.exit(code ?? 1));
}

/**
 * Installs missing packages and runs a TypeScript file of ours with the project's own Node, whatever the host has.
 * Platforms without a published one, and the image, have none: a host of 24.12 or later then reads the file in this
 * process, and one of 22.16 or later in another, by flags.
 */
export async function runScript(url) {
  await ensurePackages();
  const path = fileURLToPath(url);
  const args = process.argv.slice(2);
  if (isOwn() || (!existsSync(own) && atLeast(24, 12))) return import(url.href);
  if (works()) return inChild(own, [path, ...args]);
  const flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"];
  if (atLeast(22, 16)) return inChild(process.execPath, [...flags, path, ...args]);
  const here = `${process.platform} on ${process.arch}`;
  console.error(`Upfront brings no Node for ${here}: install 22.16 or later (this is ${process.version}).`);
  process.exit(1);
}
