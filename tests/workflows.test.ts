import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/sources";

/** What runs in public for every change: nothing of it moves without a commit of ours, and every command is there. */
const workflows = globSync(".github/workflows/*.yml", { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), "utf8"),
}));

const found = (pattern: RegExp) =>
  workflows.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, what = ""]) => `${path}: ${what}`));

test("an action is pinned by its commit, with its version beside it", () => {
  const uses = found(/uses: (.+)$/gm);
  expect(uses.length).toBeGreaterThan(3);
  expect(uses.filter((each) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(each))).toEqual([]);
});

test("an image is pinned by its exact version", () => {
  const images = found(/image: (\S+)$/gm);
  expect(images.length).toBeGreaterThan(1);
  expect(images.filter((each) => !/:\d+\.\d+\.\d+-[a-z]+$/.test(each))).toEqual([]);
});

test("no job runs on a moving system, and a token may only read", () => {
  expect(found(/runs-on: (.+)$/gm).filter((each) => !/ubuntu-\d\d\.\d\d$/.test(each))).toEqual([]);
  expect(workflows.filter(({ text }) => !/^permissions:\n {2}contents: read$/m.test(text))).toEqual([]);
});

test("each command of npm is one of package.json's", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const commands = found(/npm (?:run )?([a-z]+)/g).filter((each) => !/: ci$/.test(each));
  expect(commands.length).toBeGreaterThan(3);
  expect(commands.filter((each) => !((each.split(": ")[1] ?? "") in scripts))).toEqual([]);
});
