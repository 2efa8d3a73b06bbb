import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { applicationBundleUrl } from "../../server/state/application-bundle.ts";
import { temporaryFolder } from "../support/child";

/** A clone with one module of the application, which imports another and a package with `require`. */
function smallClone(): string {
  const folder = temporaryFolder("clone");
  const files = {
    "tsconfig.json": JSON.stringify({ compilerOptions: { paths: { "~/*": ["./app/*"] } } }),
    "app/one.ts": "export const one = 1;",
    "node_modules/old/index.js": "exports.name = require('path').posix.normalize('a.b');",
    "app/rules.ts": 'import { one } from "~/one"; export { name } from "old"; export const two: number = one + 1;',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const contentsOf = async (url: string) => import(`${url}#${Math.random()}`) as Promise<Record<string, unknown>>;

test("a module of the application is one file, which is made again when a source has changed", async () => {
  const clone = smallClone();
  const url = await applicationBundleUrl(clone, "app/rules.ts");
  expect(await contentsOf(url)).toMatchObject({ two: 2, name: "a.b" });
  // Marked, so that a file that was made again is seen.
  const file = fileURLToPath(url);
  writeFileSync(file, "\nexport const isKept = true;", { flag: "a" });
  expect(await contentsOf(await applicationBundleUrl(clone, "app/rules.ts"))).toMatchObject({ isKept: true });
  writeFileSync(join(clone, "app/one.ts"), "export const one = 10;");
  const again = await contentsOf(await applicationBundleUrl(clone, "app/rules.ts"));
  expect([again.two, again.isKept]).toEqual([11, undefined]);
  expect(readdirSync(dirname(file))).toEqual(["rules.mjs"]);
});

test("a file that is no bundle is replaced, and a clone that cannot be written has its module all the same", async () => {
  const clone = smallClone();
  mkdirSync(join(clone, ".cache/application/app"), { recursive: true });
  writeFileSync(join(clone, ".cache/application/app/rules.mjs"), "cut off");
  expect(await contentsOf(await applicationBundleUrl(clone, "app/rules.ts"))).toMatchObject({ two: 2 });

  const closed = smallClone();
  writeFileSync(join(closed, ".cache"), "a file, where the folder would be");
  const url = await applicationBundleUrl(closed, "app/rules.ts");
  expect(url).toMatch(/^data:text\/javascript/);
  expect(await contentsOf(url)).toMatchObject({ two: 2, name: "a.b" });
});
