import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const guide = readFileSync(join(root, "docs/add-a-source.md"), "utf8");
/** Every code block of the guide that names its file. */
const blocks = [...guide.matchAll(/```ts (\S+)\n([\s\S]*?)```/g)].map(([, path = "", text = ""]) => ({ path, text }));

let copy: string;

const filesOf = (folder: string): Map<string, string> => {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Map(
    names.map((each) => join(each.parentPath, each.name)).map((name) => [name, readFileSync(name, "utf8")]),
  );
};

/** Throws with what the program said when it ends badly. */
const run = (program: string, ...given: string[]) =>
  execFileSync(process.execPath, [join(root, "node_modules", program), ...given], {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, VITEST: "", NO_COLOR: "1" },
  });

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "upfront-source-"));
  for (const name of ["app/ingest", "app/rules", "tests/fixtures/ingest", "tsconfig.json", "vitest.config.ts"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  for (const name of ["package.json", "biome.json"]) cpSync(join(root, name), join(copy, name));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("who follows docs/add-a-source.md changes two files and has a source that holds the contract", () => {
  const before = filesOf(join(copy, "app"));
  for (const { path, text } of blocks) {
    if (existsSync(join(copy, path))) appendFileSync(join(copy, path), text);
    else writeFileSync(join(copy, path), text);
  }
  const after = filesOf(join(copy, "app"));
  const changed = [...after]
    .filter(([name, text]) => before.get(name) !== text)
    .map(([name]) => name.slice(copy.length + 1));
  expect(changed.sort()).toEqual(["app/ingest/registry.ts", "app/ingest/sources/pingdom.ts"]);

  const [, command] = /```sh\nnpx vitest (.*)\n```/.exec(guide) ?? [];
  const report = run("vitest/vitest.mjs", ...(command ?? "").split(" "), "--reporter=verbose");
  expect(report).toMatch(/pingdom > its sample gives the signals/);
  expect(report).not.toMatch(/failed/);

  writeFileSync(
    join(copy, "check.json"),
    JSON.stringify({ extends: "./tsconfig.json", include: ["app/ingest/sources"] }),
  );
  expect(run("typescript/bin/tsc", "--project", "check.json")).toBe("");
  run("@biomejs/biome/bin/biome", "check", "--vcs-enabled=false", "app/ingest/sources/pingdom.ts");
}, 120_000);
