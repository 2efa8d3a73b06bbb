import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/install.mjs";
import { manifestWithVersion, planRelease, type ReleaseFacts, type ReleasePlan } from "./plan.ts";

/**
 * Makes a release: `npm run release -- VERSION [--go]` turns the unreleased part of CHANGELOG.md into a version, a
 * commit, a tag and an image. Without `--go` it prints what it would do. Nothing is pushed.
 */

const given = process.argv.slice(2);
const [version = ""] = given.filter((each) => !each.startsWith("-"));
const goes = given.includes("--go");
const folder = process.env.UPFRONT_RELEASE_FOLDER ?? root;

const read = (name: string) => readFileSync(join(folder, name), "utf8");
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout;
}

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");

const factsNow = (): ReleaseFacts => ({
  version,
  day: new Date().toISOString().slice(0, 10),
  packageVersion: JSON.parse(read("package.json")).version,
  lockVersion: JSON.parse(read("package-lock.json")).version,
  changelog: read("CHANGELOG.md"),
  branch: git("branch", "--show-current").trim(),
  changed: linesOf(git("status", "--porcelain")).map((line) => line.slice(3)),
  tags: linesOf(git("tag", "--list")),
});

const imageCommand = ["docker", "build", "--tag", `upfront:${version}`, "."];

function buildImage(): void {
  const { error, status } = spawnSync(imageCommand[0] ?? "", imageCommand.slice(1), { cwd: folder, stdio: "inherit" });
  if (!error && status === 0) return;
  console.error(`Docker built no image here. Build it where Docker runs: ${imageCommand.join(" ")}`);
  process.exitCode = 1;
}

function release(plan: Extract<ReleasePlan, { tag: string }>, { packageVersion }: ReleaseFacts): void {
  write("CHANGELOG.md", plan.changelog);
  write("package.json", manifestWithVersion(read("package.json"), packageVersion, version, 1));
  const source = "app/plan/version-changes.ts";
  write(source, read(source).replace(`version = "${packageVersion}"`, `version = "${version}"`));
  write("package-lock.json", manifestWithVersion(read("package-lock.json"), packageVersion, version, 2));
  git("commit", "--quiet", "--all", "--message", plan.subject);
  git("tag", "--annotate", plan.tag, "--cleanup", "verbatim", "--message", `Upfront ${version}\n\n${plan.notes}\n`);
  console.log(`Committed and tagged ${plan.tag}.`);
  buildImage();
  console.log(`Publish it with: git push origin main ${plan.tag}`);
}

function say(plan: Extract<ReleasePlan, { tag: string }>): void {
  console.log(`Would write ${version} into CHANGELOG.md, package.json, package-lock.json and what System says,`);
  console.log(`commit “${plan.subject}”, tag ${plan.tag} and run ${imageCommand.join(" ")}. Its notes:\n`);
  console.log(plan.notes);
  console.log("\nAdd --go to do it.");
}

const facts = factsNow();
const plan = planRelease(facts);
if (plan.problems.length > 0) {
  for (const problem of plan.problems) console.error(problem);
  process.exitCode = 1;
} else if ("tag" in plan) {
  if (goes) release(plan, facts);
  else say(plan);
}
