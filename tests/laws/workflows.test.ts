import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/sources";

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

test("an image is pinned by its exact version and its digest: of jobs, the Dockerfile, Compose and its examples", () => {
  const images = found(/image: (\S+)$/gm);
  expect(images).toHaveLength(2);
  const others = globSync(["Dockerfile", "compose.yaml", "docs/examples/*.y{,a}ml"], { cwd: root }).flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return [...text.matchAll(/^(?:FROM|\s+image:) (\S+)/gm)].map(([, what = ""]) => `${path}: ${what}`);
  });
  // Two of the Dockerfile's stages and its last one stand on its first.
  const named = [...images, ...others].filter((each) => each !== "Dockerfile: base");
  expect(named).toHaveLength(4);
  expect(named.filter((each) => !/:v?\d+\.\d+\.\d+(-[a-z-]+)?@sha256:[0-9a-f]{64}$/.test(each))).toEqual([]);
});

test("the Node of jobs, of the image and of a clone is one version", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  const told = [...found(/image: node:([\d.]+)/g), ...found(/node-version: (\S+)/g)].map((each) => each.split(": ")[1]);
  expect(told).toHaveLength(3);
  const [base = ""] = /(?<=FROM node:)[\d.]+/.exec(dockerfile) ?? [];
  const versions = new Set([...Object.values(optionalDependencies), ...told, base]);
  expect([...versions]).toEqual([process.versions.node]);
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
