import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../.././", import.meta.url));

const onWindows = process.platform === "win32";

/**
 * Name of the package with this machine's Node; the lockfile has those of Linux on x64 and arm64, and of Windows on
 * x64.
 */
export const nodePackageName = `node-${onWindows ? "win" : process.platform}-${process.arch}`;

/** Path of the project's own Node, installed or not. */
export const ownNode = `${root}node_modules/${nodePackageName}/bin/node${onWindows ? ".exe" : ""}`;

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null);

/**
 * Returns true when node_modules has exactly the versions of the lockfile; packages of other platforms may be absent,
 * this one's Node may not. The image has no lockfile: it is laid out whole (scripts/image), and npm could install
 * nothing in it.
 */
export function hasInstalledPackages(folder = root) {
  const wanted = readJson(`${folder}/package-lock.json`)?.packages;
  if (!wanted) return true;
  const found = readJson(`${folder}/node_modules/.package-lock.json`)?.packages;
  if (!found) return false;
  const mayBeAbsent = (path) => wanted[path].optional === true && path !== `node_modules/${nodePackageName}`;
  return Object.entries(wanted).every(([path, { version }]) => {
    if (path === "") return true;
    return found[path] ? found[path].version === version : mayBeAbsent(path);
  });
}

/** Runs a program with the terminal's own input and output; resolves to its exit code. It ends with this process. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    const stop = () => child.kill("SIGTERM");
    const ends = ["SIGINT", "SIGTERM", "exit"];
    for (const name of ends) process.on(name, stop);
    child.once("error", reject);
    child.once("exit", (code) => {
      for (const name of ends) process.off(name, stop);
      resolve(code ?? 1);
    });
  });
}

/** Runs the npm that called us, or the one on the path. */
export function npm(args, options) {
  const script = process.env.npm_execpath;
  if (script?.endsWith(".js")) return run(process.execPath, [script, ...args], options);
  return run(onWindows ? "npm.cmd" : "npm", args, { shell: onWindows, ...options });
}

/** Installs the lockfile's versions when something is missing or of another version. */
export async function ensurePackages() {
  if (hasInstalledPackages()) return;
  console.log("Installing packages (npm ci) …");
  const code = await npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (code !== 0) {
    console.error("npm ci failed: see above. Upfront needs its packages once; after that it needs no network.");
    process.exit(1);
  }
}
