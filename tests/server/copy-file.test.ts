import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { detectBackupCopyKind, streamBackupCopyText, writeBackupCopy } from "../../server/backup/copy-file.ts";
import { startProgram, temporaryFolder } from "../support/child";
import { nodeProgram } from "../support/server";
import { root } from "../support/sources";

const folder = temporaryFolder("copy-file");
const path = (name: string) => join(folder, name);

async function* from(...parts: string[]) {
  yield* parts;
}

async function* failing() {
  yield "half\n";
  throw new Error("the database went away");
}

/** A text that packs badly, longer than any buffer between. */
const long = Array.from({ length: 40_000 }, (_, index) => `${(index * 7919) % 104_729} ä𝄞\n`).join("");

async function textIn(name: string): Promise<string> {
  let text = "";
  for await (const part of streamBackupCopyText(path(name), await detectBackupCopyKind(path(name)))) text += part;
  return text;
}

test("a copy is packed where its name says so, for its owner alone, and reads as what was written", async () => {
  expect(await writeBackupCopy(path("a.jsonl.gz"), from(long, "end\n"))).toBe(statSync(path("a.jsonl.gz")).size);
  expect(gunzipSync(readFileSync(path("a.jsonl.gz"))).toString()).toBe(`${long}end\n`);
  expect(statSync(path("a.jsonl.gz")).mode & 0o777).toBe(0o600);
  expect(await textIn("a.jsonl.gz")).toBe(`${long}end\n`);
  await writeBackupCopy(path("a.jsonl"), from("plain\n"));
  expect(await textIn("a.jsonl")).toBe("plain\n");
});

test("one that fails leaves what was there, and nothing beside it", async () => {
  await writeBackupCopy(path("b.jsonl"), from("whole\n"));
  await expect(writeBackupCopy(path("b.jsonl"), failing())).rejects.toThrow("the database went away");
  expect(await textIn("b.jsonl")).toBe("whole\n");
  expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
});

test("a writer that is told to end leaves nothing", async () => {
  const program = `
    import { writeBackupCopy } from ${JSON.stringify(join(root, "server/backup/copy-file.ts"))};
    async function* endless() { yield "half\\n"; console.log("in the middle"); setInterval(() => 0, 1000); await new Promise(() => 0); }
    process.on("SIGTERM", () => process.exit(130));
    await writeBackupCopy(${JSON.stringify(path("t.jsonl"))}, endless());`;
  const writer = startProgram(nodeProgram, ["--input-type=module", "--eval", program]);
  await writer.until(/in the middle/);
  // A stream opens its file beside what it is given to write.
  await expect.poll(() => readdirSync(folder).filter((name) => name.startsWith("t.jsonl"))).toHaveLength(1);
  expect(await writer.stop()).toBe(130);
  expect(readdirSync(folder).filter((name) => name.startsWith("t.jsonl"))).toEqual([]);
});

test("what a writer left that was killed goes with the next one; that of a writer that lives stays", async () => {
  const [dead, alive] = [path("c.jsonl.4194305.partial"), path(`c.jsonl.${process.ppid}.partial`)];
  writeFileSync(dead, "half");
  writeFileSync(alive, "half");
  await writeBackupCopy(path("c.jsonl"), from("whole\n"));
  expect([existsSync(dead), existsSync(alive)]).toEqual([false, true]);
});

test("what was left long ago of another day's backup goes too, and nothing else", async () => {
  const own = temporaryFolder("series");
  const hour = 3_600_000;
  const left: [name: string, silentFor: number][] = [
    ["site-2026-11-27.jsonl.gz.4194305.partial", 13 * hour],
    [`site-2026-11-28.jsonl.gz.${process.ppid}.partial`, 8 * 24 * hour],
  ];
  const others: typeof left = [
    // Of a machine whose processes are not seen here, and of a process here that writes.
    ["site-2026-11-27.jsonl.gz.4194304.partial", 11 * hour],
    [`site-2026-11-27.jsonl.gz.${process.ppid}.partial`, 13 * hour],
    ["shop-2026-11-27.jsonl.gz.4194305.partial", 1000 * hour],
    ["site-2026-11-27.jsonl.gz.partial", 1000 * hour],
    ["site-2026-11-27.jsonl.gz", 1000 * hour],
  ];
  for (const [name, silentFor] of [...left, ...others]) {
    writeFileSync(join(own, name), "half");
    utimesSync(join(own, name), new Date(), new Date(Date.now() - silentFor));
  }
  mkdirSync(join(own, "site-2026-11-28.jsonl.gz.4194305.partial"));
  await writeBackupCopy(join(own, "site-2026-11-28.jsonl.gz"), from("whole\n"));
  expect(readdirSync(own).sort()).toEqual(
    [...others.map(([name]) => name), "site-2026-11-28.jsonl.gz", "site-2026-11-28.jsonl.gz.4194305.partial"].sort(),
  );
});

test("what passes through a folder goes with it, after a signal and, with the next run, after a kill", async () => {
  const parent = temporaryFolder("passing");
  const program = `
    import { writeFileSync } from "node:fs";
    import { withTemporaryFolder } from ${JSON.stringify(join(root, "scripts/deploy/passing-folder.ts"))};
    process.on("SIGTERM", () => process.exit(130));
    await withTemporaryFolder(async (folder) => {
      writeFileSync(folder + "/secrets.json", "secret");
      console.log("in the middle");
      setInterval(() => 0, 1000);
      await new Promise(() => 0);
    });`;
  mkdirSync(join(parent, "upfront-passing-4194305-theirs"));
  mkdirSync(join(parent, "passing"));
  const run = async () => {
    const env = { ...process.env, TMPDIR: parent };
    const running = startProgram(nodeProgram, ["--input-type=module", "--eval", program], { env });
    await running.until(/in the middle/);
    return running;
  };
  const killed = await run();
  await killed.kill9();
  expect(readdirSync(parent)).toHaveLength(2);
  expect(await (await run()).stop()).toBe(130);
  expect(readdirSync(parent)).toEqual(["passing"]);
});

test("a file that was cut, is no text or is not there is said so", async () => {
  await writeBackupCopy(path("d.gz"), from(long));
  truncateSync(path("d.gz"), 2000);
  await expect(textIn("d.gz")).rejects.toThrow(/d\.gz cannot be read: .*Was it cut\?/);
  writeFileSync(path("e.jsonl"), Buffer.from([0x7b, 0xff, 0xfe]));
  await expect(textIn("e.jsonl")).rejects.toThrow(/e\.jsonl cannot be read/);
  await expect(textIn("none")).rejects.toThrow(/There is no file .*none/);
  await expect(textIn(".")).rejects.toThrow(/cannot be read/);
});
