import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { databaseFileOf } from "../../server/folder-database.ts";
import { openStateFolder } from "../../server/state/state.ts";
import { rowsIn } from "../support/backup-places";
import { startProgram, temporaryFolder } from "../support/child";
import { migratedFolder } from "../support/migrated-state";
import { nodeProgram } from "../support/server";
import { canMount, onSmallDisk } from "../support/small-disk";
import { root } from "../support/sources";

const older = join(root, "tests/fixtures/backups/0.1.0.jsonl");
const command = (name: string, ...args: string[]) => [nodeProgram, join(root, `scripts/${name}.mjs`), ...args];
const restoring = (state: string) =>
  command("restore", older, "--trust-this-file", "--without-secrets", "--state", state);

/** Whoever waits for a command that never ends is told so by its time. */
const enough = 50_000;

async function outcomeOf([program = "", ...args]: string[], options: { uid?: number; gid?: number } = {}) {
  const env = { ...process.env, UPFRONT_SECRET: undefined, UPFRONT_ENDS_WITH_PARENT: "1" };
  const running = startProgram(program, args, { cwd: root, env, ...options });
  const timer = setTimeout(() => void running.kill9(), enough);
  const code = await running.ended;
  clearTimeout(timer);
  return { code, said: running.output() };
}

let state: string;
beforeAll(async () => {
  state = await migratedFolder();
});

describe.runIf(canMount)(
  "a disk with room for little more is said to be full, nothing half stays, and the command ends",
  () => {
    /** Leaves so many bytes and runs the command; then it lists what is there, makes room, and runs it again. */
    const filled = (at: string, left: number, run: string[]) => [
      ...onSmallDisk({ from: state, at, megabytes: 8 }),
      "sh",
      "-c",
      `head -c ${left} /dev/zero > "$0/room"; cat /dev/zero > "$0/filler" 2>/dev/null; rm "$0/room"; "$@"
     echo "ended $?; left: $(ls -m "$0")"; rm "$0/filler"; "$@"`,
      at,
      ...run,
    ];

    test.each([0, 64_000])("a backup, where %i bytes are left", async (left) => {
      const at = temporaryFolder("disk");
      const { code, said } = await outcomeOf(
        filled(at, left, command("backup", join(at, "copy.jsonl"), "--state", at)),
      );
      expect(said).toMatch(/^It failed: .*(There is no room left|is full, or cannot be)/m);
      expect(said).toMatch(/^ended 1; left: d1, filler, lock(, scratch)?$/m);
      expect([code, said]).toEqual([0, expect.stringMatching(/copy\.jsonl: \d+ rows/)]);
    });

    test("a restore into a new folder on it, of which nothing stays", async () => {
      const at = temporaryFolder("disk");
      const { code, said } = await outcomeOf(filled(at, 400_000, restoring(join(at, "new"))));
      expect(said).toMatch(/^It failed: .*full/m);
      expect(said).toMatch(/^ended 1; left: d1, filler$/m);
      expect([code, said]).toEqual([0, expect.stringMatching(/^Restored \d+ rows/m)]);
    });
  },
);

describe.runIf(process.getuid?.() === 0)("another user", () => {
  const other = { uid: 65_534, gid: 65_534 };

  test.each([0o700, 0o755])("of a state folder of mode %o is told so, and leaves it as it is", async (mode) => {
    const folder = join(temporaryFolder("foreign"), "state");
    cpSync(state, folder, { recursive: true });
    chmodSync(join(folder, ".."), 0o755);
    chmodSync(folder, mode);
    const before = readdirSync(folder, { recursive: true });
    const commands = [command("backup", "x.jsonl", "--state", folder), restoring(folder)];
    for (const each of [...commands, command("start", "--built", "--port", "0", "--state", folder)]) {
      const { code, said } = await outcomeOf(each, other);
      expect([code, said]).toEqual([1, expect.stringMatching(/EACCES.*This user may not: run it as the one who owns/)]);
    }
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });
});

test("a state folder behind a link is the same one, with the same lock", async () => {
  const folder = join(temporaryFolder("linked"), "state");
  const link = `${folder}-link`;
  cpSync(state, folder, { recursive: true });
  symlinkSync(folder, link);
  const held = openStateFolder(folder);
  const refused = await outcomeOf(restoring(link));
  held.release();
  expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/on this folder is under way: try again/)]);
  const restored = await outcomeOf(restoring(link));
  expect(restored.code, restored.said).toBe(0);
  expect(rowsIn({ path: databaseFileOf(join(folder, "d1")) }, "SELECT slug FROM page")).toEqual([{ slug: "acme" }]);
  expect(readFileSync(join(folder, "made"), "utf8")).toBe("restored\n");
  expect(existsSync(join(link, "d1"))).toBe(true);
});

test("a start and two backups of one state to one file at once: each is whole or refused in a sentence", async () => {
  const folder = join(temporaryFolder("twice"), "state");
  cpSync(state, folder, { recursive: true });
  const held = openStateFolder(folder);
  const start = await outcomeOf(command("start", "--built", "--port", "0", "--state", folder));
  expect([start.code, start.said]).toEqual([1, expect.stringMatching(/or a backup or restore is at work there/)]);
  const refused = await outcomeOf(command("backup", join(folder, "..", "copy.jsonl"), "--state", folder));
  expect([refused.code, refused.said]).toEqual([
    1,
    expect.stringMatching(/A start, a backup or a restore on this folder/),
  ]);
  held.release();
  const file = join(folder, "..", "copy.jsonl");
  const both = await Promise.all([0, 1].map(() => outcomeOf(command("backup", file, "--state", folder))));
  for (const { code, said } of both)
    expect([code, said]).toEqual(
      code === 0 ? [0, expect.stringContaining("rows")] : [1, expect.stringContaining("under way")],
    );
  expect(both.some(({ code }) => code === 0)).toBe(true);
  expect(JSON.parse(readFileSync(file, "utf8").trim().split("\n").at(-1) ?? "")).toMatchObject({ end: true });
  expect(readdirSync(join(folder, "..")).sort()).toEqual(["copy.jsonl", "state"]);
});
