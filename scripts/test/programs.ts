import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runProcessGroup } from "../check/group.ts";
import { root } from "../setup/install.mjs";

interface NeededProgram {
  /** Alternative programs; any of them is enough. */
  programs: string[];
  /** Name of the package, when it differs from the key. */
  package?: string;
  /** Other programs in the same package. */
  brings?: string[];
  /** Imports of stories that need it. */
  supports: string[];
}

/** Programs that tests need besides npm's packages, by their Debian package unless another is named. */
export const testProgramsByPackage: Record<string, NeededProgram> = {
  "libxml2-utils": { programs: ["xmllint"], supports: ["support/feed-validators"] },
  chromium: {
    programs: ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
    supports: ["support/browser"],
  },
  // The headless shell never shows notifications.
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
  // Languages of jobs that report to a heartbeat: no story needs them, and a test without its language is skipped.
  ruby: { programs: ["ruby"], supports: [] },
  "php-cli": { programs: ["php"], supports: [] },
  "golang-go": { programs: ["go"], supports: [] },
};

const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/sbin", "/usr/local/bin"];

const isThere = (programs: readonly string[]) =>
  programs.some((program) => folders.some((folder) => existsSync(join(folder, program))));

const missing = () =>
  Object.entries(testProgramsByPackage).flatMap(([name, { programs }]) =>
    isThere(programs) || (name.endsWith("chromium") && process.env.UPFRONT_CHROMIUM) ? [] : [name],
  );

const isDebianRoot = () => process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;

/** Debian starts a newly installed server on its own port, which is not wanted here. */
const quiet = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };

async function install(names: readonly string[]): Promise<void> {
  const packages = [...new Set(names.map((name) => testProgramsByPackage[name]?.package ?? name))];
  const args = ["install", "-y", "--no-install-recommends", ...packages];
  console.log(`Installing ${packages.join(" and ")} (apt-get) …`);
  if ((await runProcessGroup("apt-get", args, quiet)) === 0) return;
  await runProcessGroup("apt-get", ["update"], quiet);
  await runProcessGroup("apt-get", args, quiet);
}

/** The headless shell of Chromium, which halves the work of the stories. Without it the full Chromium is used. */
const shell = "chromium-headless-shell";

function installShell(): void {
  if (isThere([shell]) || process.env.UPFRONT_CHROMIUM) return;
  const args = ["install", "-y", "--no-install-recommends", shell];
  if (spawnSync("apt-get", [...args, "--simulate"]).status !== 0) return;
  console.log(`Installing ${shell} (apt-get) …`);
  spawnSync("apt-get", args, { env: { ...process.env, ...quiet }, timeout: 120_000 });
}

/** Installs missing programs when run as root on Debian. Returns those still missing. */
export async function ensurePrograms(): Promise<string[]> {
  const names = missing();
  if (!isDebianRoot()) return names;
  if (names.length > 0) await install(names);
  installShell();
  return missing();
}

const folder = "tests/journeys";

/** Returns the files of stories, or those whose path contains one of these names. */
export function journeyFilesByName(names: readonly string[] = []): string[] {
  const files = readdirSync(join(root, folder)).map((name) => join(folder, name));
  const isNamed = (file: string) => names.length === 0 || names.some((name) => file.includes(name));
  return files.filter((file) => file.endsWith(".test.ts") && isNamed(file));
}

/** Returns the stories that cannot run without these programs. */
export function storiesNeedingPrograms(programs: readonly string[]): string[] {
  const supports = programs.flatMap((name) => testProgramsByPackage[name]?.supports ?? []);
  return journeyFilesByName().filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return supports.some((support) => text.includes(support));
  });
}
