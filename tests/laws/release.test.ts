import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { upfrontVersion as shownVersion } from "~/plan/version-changes";
import { changelogVersions, planRelease, type ReleaseFacts } from "../../scripts/release/plan.ts";
import { temporaryFolder } from "../support/child";
import { nodeProgram } from "../support/server";
import { root } from "../support/sources";

const changelog = `# Changelog

## Unreleased

### Fixed
- Pages stay up.

## 0.1.0
The first version.
`;

const well: ReleaseFacts = {
  version: "0.2.0",
  day: "2026-11-28",
  packageVersion: "0.1.0",
  lockVersion: "0.1.0",
  changelog,
  branch: "main",
  changed: [],
  tags: ["v0.1.0"],
};

test("the committed version is the newest of the changelog, in both manifests and on System", () => {
  const read = (name: string) => readFileSync(join(root, name), "utf8");
  const { version } = JSON.parse(read("package.json"));
  const lock = JSON.parse(read("package-lock.json"));
  expect([shownVersion, changelogVersions(read("CHANGELOG.md"))[0], lock.version, lock.packages[""].version]).toEqual([
    version,
    version,
    version,
    version,
  ]);
});

describe("what keeps a release from happening", () => {
  test.each<[string, Partial<ReleaseFacts>, RegExp]>([
    ["no version", { version: "" }, /not a version/],
    ["a prerelease", { version: "0.2.0-rc.1" }, /not a version/],
    ["the same version", { version: "0.1.0", tags: [] }, /not higher/],
    ["an older one", { version: "0.0.9" }, /not higher/],
    ["a lock of another version", { lockVersion: "0.0.1" }, /package-lock\.json 0\.0\.1/],
    [
      "a changelog of another version",
      { changelog: changelog.replace("## 0.1.0", "## 0.0.1") },
      /CHANGELOG\.md is 0\.0\.1/,
    ],
    ["nothing to say", { changelog: changelog.replace(/### Fixed\n.*\n/, "") }, /nothing under “Unreleased”/],
    ["no place to say it", { changelog: changelog.replace("## Unreleased", "## Next") }, /nothing under “Unreleased”/],
    ["a tag that is there", { tags: ["v0.2.0"] }, /v0\.2\.0 is there already/],
    ["another branch", { branch: "topic" }, /this is topic/],
    ["no branch", { branch: "" }, /no branch/],
    ["what is not committed", { changed: ["README.md"] }, /Commit or discard first: README\.md/],
  ])("%s", (_, facts, said) => {
    const { problems } = planRelease({ ...well, ...facts });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(said);
  });
});

test.each(["0.1.1", "0.10.0", "1.0.0"])("%s is higher than 0.1.0", (version) => {
  expect(planRelease({ ...well, version }).problems).toEqual([]);
});

describe("in a repository", () => {
  function repository() {
    const folder = temporaryFolder("release");
    const manifest = `{\n  "name": "upfront",\n  "version": "0.1.0"\n}\n`;
    const lock = `{\n  "version": "0.1.0",\n  "packages": {\n    "": { "version": "0.1.0" },\n    "a": { "version": "0.1.0" }\n  }\n}\n`;
    mkdirSync(join(folder, "app/plan"), { recursive: true });
    writeFileSync(join(folder, "app/plan/version-changes.ts"), 'export const version = "0.1.0";\n');
    writeFileSync(join(folder, "CHANGELOG.md"), changelog);
    writeFileSync(join(folder, "package.json"), manifest);
    writeFileSync(join(folder, "package-lock.json"), lock);
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin/docker"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const run = (program: string, args: string[]) =>
      spawnSync(program, args, {
        cwd: folder,
        encoding: "utf8",
        env: {
          ...process.env,
          UPFRONT_RELEASE_FOLDER: folder,
          GIT_AUTHOR_NAME: "a",
          GIT_AUTHOR_EMAIL: "a@example.com",
          GIT_COMMITTER_NAME: "a",
          GIT_COMMITTER_EMAIL: "a@example.com",
          PATH: `${folder}/bin:${process.env.PATH}`,
        },
      });
    const git = (...args: string[]) => run("git", args).stdout;
    git("init", "--quiet", "--initial-branch", "main");
    git("add", ".");
    git("commit", "--quiet", "--message", "first");
    return {
      git,
      read: (name: string) => readFileSync(join(folder, name), "utf8"),
      release: (...args: string[]) => run(nodeProgram, [join(root, "scripts/release/main.ts"), ...args]),
    };
  }

  test("it is only said what would happen", () => {
    const { git, release } = repository();
    const { status, stdout } = release("0.2.0");
    expect(status).toBe(0);
    expect(stdout).toContain("- Pages stay up.");
    expect(git("log", "--format=%s")).toBe("first\n");
    expect([git("status", "--porcelain"), git("tag")]).toEqual(["", ""]);
  });

  test("with --go it is a commit and a tag with its notes, once", () => {
    const { git, read, release } = repository();
    const { status, stdout, stderr } = release("0.2.0", "--go");
    // Docker cannot build here: that is said, and the rest is done.
    expect([status, stderr]).toEqual([1, expect.stringContaining("docker build --tag upfront:0.2.0 .")]);
    expect(stdout).toContain("git push origin main v0.2.0");
    expect(git("log", "-1", "--format=%s")).toBe("project: release 0.2.0\n");
    expect(git("tag", "--list", "--format=%(refname:short) %(contents)")).toBe(
      "v0.2.0 Upfront 0.2.0\n\n### Fixed\n- Pages stay up.\n\n",
    );
    expect(read("CHANGELOG.md")).toMatch(
      /## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n### Fixed\n- Pages stay up\.\n/,
    );
    const lock = JSON.parse(read("package-lock.json"));
    expect([JSON.parse(read("package.json")).version, lock.version, lock.packages[""].version]).toEqual([
      "0.2.0",
      "0.2.0",
      "0.2.0",
    ]);
    expect(lock.packages.a.version).toBe("0.1.0");
    expect(read("app/plan/version-changes.ts")).toBe('export const version = "0.2.0";\n');
    const again = release("0.2.0", "--go");
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("not higher")]);
    expect(git("status", "--porcelain")).toBe("");
  });
});
