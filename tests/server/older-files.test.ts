import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  copyOlderFiles,
  earlierBuildAtAddress,
  earlierBuildInFolder,
  parseFileAges,
  writeFileList,
} from "../../server/older-files.ts";

const day = 24 * 3600_000;
const start = Date.UTC(2026, 10, 20);

/** A build's files, each with its name in it. */
function build(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  mkdirSync(join(folder, "assets"));
  for (const name of names) writeFileSync(join(folder, "assets", name), name);
  writeFileList(folder);
  return folder;
}

const has = (folder: string, name: string) => existsSync(join(folder, "assets", name));
const agesIn = (folder: string) => parseFileAges(readFileSync(join(folder, "build-files.json"), "utf8"));

test("the last builds' files stay for seven days after the build that had no use for them any more", async () => {
  const [one, two, three, four] = [
    build("now-1.js", "same.css"),
    build("now-2.js", "same.css"),
    build("now-3.js"),
    build("now-4.js"),
  ];
  expect(await copyOlderFiles(two, earlierBuildInFolder(one), start)).toBe(1);
  expect(readFileSync(join(two, "assets/now-1.js"), "utf8")).toBe("now-1.js");
  expect(agesIn(two)).toEqual({ "now-2.js": null, "same.css": null, "now-1.js": start });
  await copyOlderFiles(three, earlierBuildInFolder(two), start + 6 * day);
  expect(agesIn(three)).toMatchObject({ "now-1.js": start, "now-2.js": start + 6 * day, "same.css": start + 6 * day });
  await copyOlderFiles(four, earlierBuildInFolder(three), start + 7 * day);
  expect(["now-1.js", "now-2.js", "same.css", "now-3.js"].map((name) => has(four, name))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test("from a clone without an earlier build they come from where it is deployed; what is gone there stops nothing", async () => {
  const deployed = build("now-1.js", "gone.js");
  const server = createServer((request, response) => {
    const path = join(deployed, request.url ?? "");
    const found = existsSync(path) && !path.endsWith("gone.js");
    response.writeHead(found ? 200 : 404).end(found ? readFileSync(path) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fresh = build("now-2.js");
  await copyOlderFiles(fresh, earlierBuildAtAddress(address), start);
  expect(agesIn(fresh)).toEqual({ "now-2.js": null, "now-1.js": start });
  server.close();
  await expect(copyOlderFiles(build("now-3.js"), earlierBuildAtAddress(address), start)).rejects.toThrow();
});

test("a list that is none, and names that lead elsewhere, are nothing", async () => {
  expect(parseFileAges("<html>")).toEqual({});
  expect(parseFileAges("null")).toEqual({});
  expect(parseFileAges('{"../worker.js": null, "a/b.js": 1, ".env": null, "x.js": "soon", "ok.js": 5}')).toEqual({
    "ok.js": 5,
  });
  expect(await earlierBuildInFolder(join(tmpdir(), "is-not-there")).ages()).toEqual({});
});
