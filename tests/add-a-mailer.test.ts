import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
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
const guide = readFileSync(join(root, "docs/add-a-mailer.md"), "utf8");
/** Every code block of the guide that names its file. */
const blocks = [...guide.matchAll(/```ts (\S+)\n([\s\S]*?)```/g)].map(([, path = "", text = ""]) => ({ path, text }));

let copy: string;

/** Throws with what the program said when it ends badly. */
const run = (program: string, ...given: string[]) =>
  execFileSync(process.execPath, [join(root, "node_modules", program), ...given], {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, VITEST: "", NO_COLOR: "1" },
  });

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "upfront-mailer-"));
  for (const name of ["app", "tests/support", "package.json", "biome.json", "tsconfig.json", "vitest.config.ts"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("who follows docs/add-a-mailer.md writes two files and has a mailer that holds the contract", () => {
  expect(blocks.map((each) => each.path)).toEqual(["app/mail/mailers/postmark.ts", "app/mail/registry.ts"]);
  for (const { path, text } of blocks) {
    if (existsSync(join(copy, path))) appendFileSync(join(copy, path), text);
    else writeFileSync(join(copy, path), text);
  }
  const [, command] = /```sh\nnpx vitest (.*)\n```/.exec(guide) ?? [];
  const report = run("vitest/vitest.mjs", ...(command ?? "").split(" "), "--reporter=verbose");
  expect(report).toMatch(/postmark: whatever comes back > any answer/);
  expect(report).not.toMatch(/failed/);

  writeFileSync(
    join(copy, "check.json"),
    JSON.stringify({ extends: "./tsconfig.json", include: ["app/mail/mailers"] }),
  );
  expect(run("typescript/bin/tsc", "--project", "check.json")).toBe("");
  run("@biomejs/biome/bin/biome", "check", "--vcs-enabled=false", "app/mail/mailers/postmark.ts");
}, 120_000);
