import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { root } from "../setup/install.mjs";

/** Taken before anything is measured: later it is the load of the bench itself. */
const loadBefore = loadavg()[0] ?? 0;

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

/** Returns the commit that is measured; changes of the document itself do not count, because the bench makes them. */
function commitOf(): string {
  const changes = git("status", "--porcelain", "--", ".", ":!docs/measurements.md");
  return `commit ${git("rev-parse", "--short=8", "HEAD")}${changes === "" ? "" : " with changes"}`;
}

function systemName(): string {
  const [, name = process.platform] = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync("/etc/os-release", "utf8")) ?? [];
  return name;
}

/** Returns the line below a measured table: date, machine, versions. */
export function benchCircumstances(now: Date): string {
  const date = now.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const { version } = JSON.parse(readFileSync(join(root, "node_modules/workerd/package.json"), "utf8"));
  const machine = `${availableParallelism()} cores with a load of ${loadBefore.toFixed(1)} before, ${systemName()}`;
  return `Measured on ${date}: ${machine}, workerd ${version}, ${commitOf()}.`;
}
