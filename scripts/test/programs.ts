import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runGroup } from "../check/group.ts";

/** Debian packages that tests need, and the program by which they are known to be there. */
const needed: Record<string, string[]> = {
  chromium: ["chromium", "chromium-browser", "google-chrome"],
  "prometheus-alertmanager": ["prometheus-alertmanager"],
};

const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/sbin", "/usr/local/bin"];

const isThere = (programs: readonly string[]) =>
  programs.some((program) => folders.some((folder) => existsSync(join(folder, program))));

const missing = () =>
  Object.entries(needed).flatMap(([name, programs]) =>
    isThere(programs) || (name === "chromium" && process.env.UPFRONT_CHROMIUM) ? [] : [name],
  );

const isDebianRoot = () => process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;

/** Debian starts a freshly installed Alertmanager on its own port; nobody asked for that here. */
const quiet = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };

async function install(names: readonly string[]): Promise<void> {
  const args = ["install", "-y", "--no-install-recommends", ...names];
  console.log(`Installing ${names.join(" and ")} (apt-get) …`);
  if ((await runGroup("apt-get", args, quiet)) === 0) return;
  await runGroup("apt-get", ["update"], quiet);
  await runGroup("apt-get", args, quiet);
}

/** Installs what is missing when root on Debian. Returns the packages that are still not there. */
export async function ensurePrograms(): Promise<string[]> {
  const names = missing();
  if (names.length > 0 && isDebianRoot()) await install(names);
  return missing();
}
