import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { parseDockerfile } from "../../scripts/image/dockerfile.ts";
import { buildOwnDockerImageFiles } from "../../scripts/image/own-files.ts";
import { neededPackageFolders, packageFiles } from "../../scripts/image/packages.ts";
import { temporaryFolder } from "../support/child";
import { root } from "../support/sources";

const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");

/** A clone of a few files, by their paths. */
function clone(texts: Record<string, string>): string {
  const folder = temporaryFolder("few-files");
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test("the Dockerfile's last stage is read, through the stage under it to the base", () => {
  const { copies, workdir, environment, start, health, baseSize, base } = parseDockerfile(dockerfile);
  expect(copies).toEqual([{ from: "/image", to: workdir }]);
  expect(environment).toEqual({ NODE_ENV: "production", UPFRONT_STATE: "/data" });
  expect([start[0], start.at(-1), health[0]]).toEqual(["node", "--empty", "node"]);
  expect([base.split(":")[0], baseSize]).toEqual(["node", 229.94e6]);
});

test("a Dockerfile that copies or says what is not understood is refused, never guessed at", () => {
  const copies = "COPY --from=build /image /app";
  expect(() => parseDockerfile(dockerfile.replace(copies, "COPY . ."))).toThrow("Not understood: COPY . .");
  expect(() => parseDockerfile(dockerfile.replace(copies, `${copies} /b /c`))).toThrow("Not understood");
  expect(parseDockerfile(dockerfile.replace(copies, `${copies}\nCOPY --from=base /b /c`)).copies).toHaveLength(2);
  for (const line of [/^# Unpacked.*$/m, /^USER.*$/m, /^ENTRYPOINT.*$/m, /^HEALTHCHECK.*$/m]) {
    expect(() => parseDockerfile(dockerfile.replace(line, ""))).toThrow("does not name");
  }
});

test("commands bring what they import, and what they take of the application as one file of JavaScript", async () => {
  const folder = clone({
    "scripts/go.mjs": 'await import(new URL("./start/go.ts", import.meta.url).href);',
    "scripts/start/go.ts":
      'import type { A } from "only-types"; import "pkg/part.js"; import "./next.ts"; export type B = A;',
    "scripts/start/next.ts":
      'await importApplicationModule<Rules>("app/rules.ts"); await import("@scope/other"); new Worker(new URL("./thread.ts", import.meta.url));',
    "scripts/start/thread.ts": 'import "threaded";',
    "scripts/start/alone.ts": "",
    "app/rules.ts": 'import { one } from "~/one"; export { name } from "old"; export const two: number = one + 1;',
    "app/one.ts": "export const one = 1;",
    "node_modules/old/index.js": "exports.name = require('path').posix.normalize('a.b');",
    "node_modules/old/package.json": "{}",
    "tsconfig.json": '{"compilerOptions":{"paths":{"~/*":["./app/*"]}}}',
  });
  const { files, packages } = await buildOwnDockerImageFiles(folder, ["scripts/go.mjs"]);
  const paths = [
    "app/rules.js",
    "scripts/go.mjs",
    "scripts/start/go.ts",
    "scripts/start/next.ts",
    "scripts/start/thread.ts",
  ];
  expect(files.map(({ path }) => path).sort()).toEqual(paths);
  expect(packages).toEqual(["@scope/other", "pkg", "threaded"]);
  const bundle = files.find(({ path }) => path === "app/rules.js")?.from;
  writeFileSync(join(folder, "rules.mjs"), bundle ?? "");
  expect(await import(pathToFileURL(join(folder, "rules.mjs")).href)).toMatchObject({ two: 2, name: "a.b" });
});

test("a tool of the build that the image lacks is refused by name, wherever else it is imported", async () => {
  const folder = clone({ "scripts/go.mjs": 'await import("./go.ts");', "scripts/go.ts": 'await import("vite");' });
  await expect(buildOwnDockerImageFiles(folder, ["scripts/go.mjs"])).rejects.toThrow("scripts/go.ts imports vite");
});

test("packages bring theirs, the nearest of a name, without tools, types and maps; one that is missing is named", () => {
  const manifest = (dependencies: object, more = {}) => JSON.stringify({ dependencies, ...more });
  const folder = clone({
    "node_modules/a/package.json": manifest({ b: "2", sharp: "1" }, { optionalDependencies: { "for-windows": "1" } }),
    "node_modules/a/index.js": "",
    "node_modules/a/index.js.map": "",
    "node_modules/a/index.d.ts": "",
    "node_modules/a/README.md": "",
    "node_modules/a/LICENSE.md": "",
    "node_modules/a/node_modules/b/package.json": manifest({ c: "1" }),
    "node_modules/b/package.json": manifest({}),
    "node_modules/c/package.json": manifest({ a: "1" }),
    "node_modules/sharp/package.json": manifest({}),
    "node_modules/broken/package.json": manifest({ lost: "1" }),
  });
  const [a, b, c] = ["node_modules/a", "node_modules/a/node_modules/b", "node_modules/c"];
  expect(neededPackageFolders(folder, ["a"])).toEqual([a, b, c].map((path) => join(folder, path)));
  const files = packageFiles(folder, ["a"]).map(({ path }) => path);
  expect(files.filter((path) => path.startsWith(`${a}/`) && !path.startsWith(b)).sort()).toEqual(
    ["LICENSE.md", "index.js", "package.json"].map((name) => `${a}/${name}`),
  );
  expect(() => neededPackageFolders(folder, ["broken"])).toThrow("lost, which");
});

test("files that hold secrets beside the sources go neither into git nor to whoever builds the image", () => {
  for (const file of [".gitignore", ".dockerignore"]) {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    expect([file, ...lines]).toEqual(expect.arrayContaining([".env", ".env.*", ".dev.vars", "upfront-backup-*"]));
  }
});
