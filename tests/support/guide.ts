import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "./sources";

/** A guide of docs/ followed to the letter, in a copy of the project. */
export interface Followed {
  /** Files of app/ that are new or other than before. */
  changed: string[];
  /** What the command of the guide printed. */
  report: string;
  /** A program of node_modules in the copy; throws when it ends badly. */
  run(program: string, ...given: string[]): string;
  write(path: string, text: string): void;
  close(): void;
}

const filesOf = (folder: string): Map<string, string> => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Map(
    files.map((each) => join(each.parentPath, each.name)).map((name) => [name, readFileSync(name, "utf8")]),
  );
};

/** Its code blocks that name a file, whole ones and changes of one. */
function write(guide: string, copy: string): void {
  for (const [, path = "", text = ""] of guide.matchAll(/```ts (\S+)\n([\s\S]*?)```/g)) {
    if (existsSync(join(copy, path))) appendFileSync(join(copy, path), text);
    else writeFileSync(join(copy, path), text);
  }
  for (const [, path = "", hunks = ""] of guide.matchAll(/```diff (\S+)\n([\s\S]*?)```/g)) {
    const input = `--- a/${path}\n+++ b/${path}\n${hunks}`;
    execFileSync("git", ["apply", "--recount", "--unidiff-zero", "-"], { cwd: copy, input });
  }
}

function copyOf(needs: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), "upfront-guide-"));
  const settings = ["tsconfig.json", "vitest.config.ts", "package.json", "biome.json"];
  for (const name of [...needs, ...settings]) cpSync(join(root, name), join(copy, name), { recursive: true });
  // Its few files have a process of their own: nothing is left of another's isolate.
  mkdirSync(join(copy, "tests/support"), { recursive: true });
  writeFileSync(join(copy, "tests/support/each-file.ts"), "");
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Does what the guide says: its code blocks, its migration, its command. `needs` = what is copied. */
export function followGuide(guidePath: string, needs: readonly string[]): Followed {
  const guide = readFileSync(join(root, guidePath), "utf8");
  const copy = copyOf(needs);
  const env = { ...process.env, VITEST: "", NO_COLOR: "1" };
  const run: Followed["run"] = (program, ...given) =>
    execFileSync(process.execPath, [join(root, "node_modules", program), ...given], {
      cwd: copy,
      encoding: "utf8",
      env,
    });
  const before = filesOf(join(copy, "app"));
  write(guide, copy);
  const after = [...filesOf(join(copy, "app"))].filter(([name, text]) => before.get(name) !== text);
  const [, migration] = /`npm run migration -- (--name \w+)`/.exec(guide) ?? [];
  if (migration) run("drizzle-kit/bin.cjs", "generate", ...migration.split(" "));
  const [, command = ""] = /```sh\nnpx vitest (.*)\n```/.exec(guide) ?? [];
  return {
    changed: after.map(([name]) => name.slice(copy.length + 1)).sort(),
    report: run("vitest/vitest.mjs", ...command.split(" "), "--reporter=verbose"),
    run,
    write: (path, text) => writeFileSync(join(copy, path), text),
    close: () => rmSync(copy, { recursive: true, force: true }),
  };
}

interface Promised {
  needs: readonly string[];
  /** The adapter and its registry. */
  changed: readonly [string, string];
  /** A test of its contract that must have run. */
  report: RegExp;
  /** What must hold its types. */
  checked: readonly string[];
}

/** Who follows the guide changes two files, and the adapter holds its contract, its types and the house's style. */
export function testGuide(path: string, { needs, changed, report, checked }: Promised): void {
  test(`who follows ${path} changes two files and has an adapter that holds the contract`, { timeout: 240_000 }, () => {
    const followed = followGuide(path, needs);
    onTestFinished(() => followed.close());
    expect(followed.changed).toEqual([...changed].sort());
    expect(followed.report).toMatch(report);
    expect(followed.report).not.toMatch(/failed/);
    followed.write("check.json", JSON.stringify({ extends: "./tsconfig.json", include: checked }));
    expect(followed.run("typescript/bin/tsc", "--project", "check.json")).toBe("");
    followed.run("@biomejs/biome/bin/biome", "check", "--vcs-enabled=false", changed[0]);
  });
}
