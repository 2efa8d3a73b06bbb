import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { backupCopyName } from "../../app/backup/rules/daily.ts";
import { startDailyCopies } from "../../server/backup/daily-copies.ts";
import { openFile, rowsIn } from "../support/backup-places";
import { temporaryFolder } from "../support/child";

const day = 24 * 3_600_000;

let end = () => {};
afterEach(() => end());

async function begin(folder: string, source: string) {
  const { binding, begin } = startDailyCopies(folder, () => source, {
    database: "/nowhere/d1",
    scratch: "/nowhere/scratch",
  });
  end = begin();
  return async () => (await binding.copies?.().json()) as { last: number | null; failure: string | null };
}

test("a copy is made at once beside older ones, of which it leaves eleven, with its own hash", async () => {
  const [folder, { path }] = [temporaryFolder("copies"), await openFile()];
  const older = Array.from({ length: 60 }, (_, index) => backupCopyName(Date.now() - (index + 2) * day));
  for (const name of [...older, "notes.txt"]) writeFileSync(join(folder, name), "");
  const said = await begin(folder, path);
  await expect.poll(() => readdirSync(folder).length, { timeout: 50_000 }).toBe(13);
  await expect.poll(async () => (await said()).failure).toBeNull();
  const { last } = await said();
  expect(Date.now() - (last ?? 0)).toBeLessThan(5 * 60_000);
  const made = join(folder, backupCopyName(last ?? 0));
  expect(statSync(made).mode & 0o777).toBe(0o600);
  expect(rowsIn({ path: made }, "SELECT count(*) AS rows FROM d1_migrations")).toEqual(
    rowsIn({ path }, "SELECT count(*) AS rows FROM d1_migrations"),
  );
  expect(readdirSync(folder)).toContain("notes.txt");
  const hash = createHash("sha256").update(readFileSync(made)).digest("hex");
  expect(readFileSync(`${made}.sha256`, "utf8")).toBe(`${hash}  ${backupCopyName(last ?? 0)}\n`);
  expect(statSync(`${made}.sha256`).mode & 0o777).toBe(0o600);
});

test("none is made where one is younger than a day", async () => {
  const folder = temporaryFolder("copies");
  const at = Math.floor((Date.now() - day / 2) / 60_000) * 60_000;
  writeFileSync(join(folder, backupCopyName(at)), "");
  const said = await begin(folder, "no file at all");
  await expect.poll(said).toEqual({ last: at, failure: null });
  expect(readdirSync(folder)).toEqual([backupCopyName(at)]);
});

test.runIf(process.platform === "linux")(
  "a place without room, a file for a folder, a broken database: each is said",
  async () => {
    const { path } = await openFile();
    await expect.poll(await begin("/proc", path)).toMatchObject({ failure: "full" });
    end();
    const file = join(temporaryFolder("copies"), "file");
    writeFileSync(file, "not a database".repeat(1000));
    await expect.poll(await begin(file, path)).toMatchObject({ failure: "missing" });
    end();
    const folder = temporaryFolder("copies");
    await expect.poll(await begin(folder, file), { timeout: 50_000 }).toMatchObject({ failure: "failed" });
    expect(readdirSync(folder)).toEqual([]);
  },
);
