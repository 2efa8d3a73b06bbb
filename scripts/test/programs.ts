import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runGroup } from "../check/group.ts";
import { root } from "../setup/install.mjs";

interface Need {
  /** Any of these programs will do. */
  programs: string[];
  /** Where it is another than what is needed is called. */
  package?: string;
  /** What else comes with it. */
  brings?: string[];
  /** What a story imports that cannot do without. */
  supports: string[];
}

/** By the Debian package that brings it, where nothing else is said: all that tests run beside what npm installs. */
export const needed: Record<string, Need> = {
  "libxml2-utils": { programs: ["xmllint"], supports: ["support/feed-validators"] },
  chromium: {
    programs: ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
    supports: ["support/browser"],
  },
  // The shell never notifies.
  "the whole of chromium": {
    package: "chromium",
    programs: ["chromium", "chromium-browser", "google-chrome"],
    supports: ["support/push-browser"],
  },
  "exim4-daemon-light": { programs: ["exim4"], supports: ["support/exim"] },
  openssl: { programs: ["openssl"], supports: ["support/exim", "support/nginx"] },
  "prometheus-alertmanager": {
    programs: ["prometheus-alertmanager"],
    brings: ["amtool"],
    supports: ["support/alertmanager"],
  },
  prometheus: { programs: ["prometheus"], brings: ["promtool"], supports: ["support/prometheus"] },
  "nginx-light": { programs: ["nginx"], supports: ["support/nginx"] },
  "iputils-ping": { programs: ["ping"], supports: ['requireProgram("ping")'] },
  // What jobs are written in that report to a heartbeat: no story needs them, and a test without its language is left out.
  ruby: { programs: ["ruby"], supports: [] },
  "php-cli": { programs: ["php"], supports: [] },
  "golang-go": { programs: ["go"], supports: [] },
};

const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/sbin", "/usr/local/bin"];

const isThere = (programs: readonly string[]) =>
  programs.some((program) => folders.some((folder) => existsSync(join(folder, program))));

const missing = () =>
  Object.entries(needed).flatMap(([name, { programs }]) =>
    isThere(programs) || (name.endsWith("chromium") && process.env.UPFRONT_CHROMIUM) ? [] : [name],
  );

const isDebianRoot = () => process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;

/** Debian starts a freshly installed server on its own port; nobody asked for that here. */
const quiet = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };

async function install(names: readonly string[]): Promise<void> {
  const packages = [...new Set(names.map((name) => needed[name]?.package ?? name))];
  const args = ["install", "-y", "--no-install-recommends", ...packages];
  console.log(`Installing ${packages.join(" and ")} (apt-get) …`);
  if ((await runGroup("apt-get", args, quiet)) === 0) return;
  await runGroup("apt-get", ["update"], quiet);
  await runGroup("apt-get", args, quiet);
}

/** The same Chromium without a window's frame, in which the stories take half of the work; without it the other one serves. */
const shell = "chromium-headless-shell";

function installShell(): void {
  if (isThere([shell]) || process.env.UPFRONT_CHROMIUM) return;
  const args = ["install", "-y", "--no-install-recommends", shell];
  if (spawnSync("apt-get", [...args, "--simulate"]).status !== 0) return;
  console.log(`Installing ${shell} (apt-get) …`);
  spawnSync("apt-get", args, { env: { ...process.env, ...quiet }, timeout: 120_000 });
}

/** Installs what is missing when root on Debian. Returns what is still not there. */
export async function ensurePrograms(): Promise<string[]> {
  const names = missing();
  if (!isDebianRoot()) return names;
  if (names.length > 0) await install(names);
  installShell();
  return missing();
}

const folder = "tests/journeys";

/** The files of stories, or of those of which the path holds one of these names. */
export function storiesNamed(names: readonly string[] = []): string[] {
  const files = readdirSync(join(root, folder)).map((name) => join(folder, name));
  const isNamed = (file: string) => names.length === 0 || names.some((name) => file.includes(name));
  return files.filter((file) => file.endsWith(".test.ts") && isNamed(file));
}

/** The stories that cannot be told without these. */
export function storiesNeeding(programs: readonly string[]): string[] {
  const supports = programs.flatMap((name) => needed[name]?.supports ?? []);
  return storiesNamed().filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return supports.some((support) => text.includes(support));
  });
}
