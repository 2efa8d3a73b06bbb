import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createGzip, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { backupCopyName } from "../../app/backup/rules/daily.ts";
import { sha256Line } from "../../server/backup/copy-digest.ts";
import { writeBackupCopy } from "../../server/backup/copy-file.ts";
import { type LocalSealedDatabase, restoreIntoDatabase as restoreFrom } from "../../server/backup/copy-restore.ts";
import { openBackupCopy } from "../../server/backup/copy-text.ts";
import { startDailyCopies } from "../../server/backup/daily-copies.ts";
import { missingSecretLines, oneLineErrorMessage } from "../../server/state-messages.ts";
import { rewritten } from "../support/backup";
import { openFile, plainly, restoreInto, rowsIn } from "../support/backup-places";
import { temporaryFolder } from "../support/child";
import { countedAttacks } from "../support/counted-attacks";
import { noon } from "../support/database";

const older = readFileSync(new URL("../fixtures/backups/0.1.0.jsonl", import.meta.url), "utf8");
const lines = older.trim().split("\n");
const folder = temporaryFolder("attacks");
const path = (name: string) => join(folder, name);

/** Nothing of what is refused may reach it. */
let place: LocalSealedDatabase;
beforeAll(async () => {
  place = await openFile();
});
const empty = [{ pages: 0 }];
const pages = () => rowsIn(place, "SELECT count(*) AS pages FROM page");

async function refused(text: string | AsyncIterable<string>): Promise<string> {
  const opened = typeof text === "string" ? restoreInto(place, text, plainly) : restoreFrom(place, () => text, plainly);
  const error = await opened.then(
    () => new Error("restored"),
    (reason: Error) => reason,
  );
  expect(pages()).toEqual(empty);
  return error.message;
}

const control = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const change = (from: string | RegExp, to: string) => rewritten(older, (line) => line.replace(from, to));

describe("a file", () => {
  test("cut at any byte, or with any byte changed, is refused, and nothing is written", async () => {
    const bytes = Buffer.from(older);
    const ends = [0, 1, ...lines.map((_, n) => lines.slice(0, n + 1).join("\n").length), older.length - 4];
    for (const end of ends.filter((each) => each < older.trim().length)) {
      const cut = await refused(older.slice(0, end));
      expect([end, cut]).toEqual([end, expect.stringMatching(/^Line \d+: /)]);
    }
    const footer = older.lastIndexOf('{"end"');
    for (let at = 7; at < footer; at += 487) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      expect([at, await refused(changed.toString("utf8"))]).toEqual([at, expect.stringMatching(/^Line \d+: /)]);
    }
  });

  test.each([
    ["another magic", change(/^\{"format":"upfront-backup"/, '{"format":"other"'), /not a backup of Upfront/],
    ["a later version", change('"version":1,"schema"', '"version":2,"schema"'), /format version 2/],
    ["a table that is not there", change('{"table":"rule"', '{"table":"../../etc/passwd"'), /There is no table/],
    [
      "SQL for a table",
      change('{"table":"rule"', String.raw`{"table":"page\"; DROP TABLE page; --"`),
      /There is no table/,
    ],
    [
      "SQL for a column",
      change('{"table":"rule","row":{', String.raw`{"table":"rule","row":{"id\") VALUES (1); --":1,`),
      /has no column/,
    ],
    [
      "__proto__ for a column",
      change('{"table":"rule","row":{', '{"table":"rule","row":{"__proto__":1,'),
      /has no column __proto__/,
    ],
    ["a list for a row", change(/\{"table":"rule","row":\{.*\}\}/, '{"table":"rule","row":[]}'), /is missing/],
    ["one column fewer", change(/("table":"page","row":.*)"slug":"acme",/, "$1"), /page\.slug is missing/],
    ["a page that is not there", change(/("table":"rule",.*"page_id":")[^"]+/, "$1nobody"), /not in the file/],
    ["a number without end", change(/"partial_weight":[\d.]+/, '"partial_weight":1e999'), /partial_weight must be/],
    ["nesting without end", change(/\{"table":"rule".*/, `{"table":"rule","row":${"[".repeat(900_000)}`), /not JSON/],
  ])("with %s is refused by its line", async (_, text, why) => {
    expect(await refused(text)).toMatch(why);
  });

  test("with more rows than its header says is refused at the first of them, not at its end", async () => {
    let read = 0;
    async function* endless() {
      yield `${lines[0]}\n`;
      const row = `${lines.find((line) => line.startsWith('{"table":"rule"'))}\n`;
      for (; read < 200; read++) yield row;
    }
    expect(await refused(endless())).toMatch(/^Line 3: .*more rows of rule/);
    expect(read).toBeLessThan(5);
  });

  test("that unpacks to a gigabyte of one line, or of empty ones, is refused within 3 MB of it", async () => {
    for (const [name, byte] of [
      ["x.gz", "x"],
      ["lines.gz", "\n"],
    ] as const) {
      const packer = createGzip({ level: 1 });
      const parts: Buffer[] = [];
      packer.on("data", (part: Buffer) => parts.push(part));
      const block = Buffer.alloc(1_000_000, byte);
      for (let n = 0; n < 64; n++) packer.write(block);
      await new Promise((done) => packer.end(done));
      writeFileSync(path(name), Buffer.concat(parts));
      const open = await openBackupCopy(path(name), () => noon);
      let read = 0;
      async function* counted() {
        for await (const part of open()) {
          read += part.length;
          yield part;
        }
      }
      expect(await refused(counted())).toMatch(/^Line 1: /);
      expect(read).toBeLessThan(3_000_000);
    }
  });

  test("packed and cut, changed, or of another charset is refused", async () => {
    const whole = gzipSync(older);
    const changed = Buffer.from(whole);
    changed[whole.length >> 1] = (changed[whole.length >> 1] as number) ^ 1;
    const files = [
      whole.subarray(0, 700),
      whole.subarray(0, -4),
      changed,
      Buffer.from(older, "utf16le"),
      Buffer.from("{\xff}", "latin1"),
    ];
    for (const [n, bytes] of files.entries()) {
      writeFileSync(path(`bad${n}`), bytes);
      expect(await refused((await openBackupCopy(path(`bad${n}`), () => noon))())).toMatch(/Was it cut\?|^Line 1/);
    }
  });

  test("cannot write to the terminal of who restores it: names and tables come without control characters", async () => {
    const hidden = String.raw`"name":"\u001b[2K\u001b[1A\u202enobody"`;
    const named = rewritten(older, (line) => {
      if (!line.startsWith('{"table":"person"')) return line;
      return line
        .replace(/"name":"[^"]*"/, () => hidden)
        .replace('"operator":0', '"operator":1')
        .replace(/"kind":"\w+"/, '"kind":"human"');
    });
    const untrusted = await restoreInto(place, named, { ...plainly, trusted: false }).catch((error: Error) => error);
    const table = await restoreInto(
      place,
      change('{"table":"rule"', String.raw`{"table":"\u001b]0;x\u0007${"y".repeat(9000)}"`),
      plainly,
    ).catch((error: Error) => error);
    for (const error of [untrusted, table]) {
      expect((error as Error).message).toMatch(control);
      expect(oneLineErrorMessage(error)).not.toMatch(control);
      expect(oneLineErrorMessage(error).length).toBeLessThanOrEqual(4000);
    }
    const again = missingSecretLines([{ kind: "channel", name: "a\u001b[8m", what: "b\nc" }]);
    expect(again.filter((line) => control.test(line))).toEqual([]);
  });
});

describe("a daily copy", () => {
  function copyOf(name: string): string {
    const database = new DatabaseSync(place.path);
    database.prepare("VACUUM INTO ?").run(path(name));
    database.close();
    return path(name);
  }
  const why = async (file: string) =>
    openBackupCopy(file, () => noon)
      .then((open) => refused(open()))
      .catch((error: Error) => error.message);

  test("whose rows no longer agree with its indexes, or that was cut, is refused", async () => {
    const file = copyOf("changed.sqlite");
    const database = new DatabaseSync(file);
    database.exec(
      "INSERT INTO subscriber (page_id, id, address, scope, state, language, time_zone, created_at, updated_at, confirmations_at, component_ids) VALUES ('p', 's', 'ann@example.com', 'page', 'active', 'en', 'UTC', 1, 1, '[]', '[]')",
    );
    database.close();
    const bytes = readFileSync(file);
    bytes[bytes.lastIndexOf("ann@example.com")] = 0x62;
    writeFileSync(file, bytes);
    expect(await why(file)).toMatch(/is damaged/);
    writeFileSync(file, bytes.subarray(0, bytes.length >> 1));
    expect(await why(file)).toMatch(/is damaged/);
  });

  test("of which a byte is changed where no index is, or whose hash is nonsense, is refused; without a hash it is said", async () => {
    const file = copyOf("hashed.sqlite");
    const bytes = readFileSync(file);
    const hash = createHash("sha256").update(bytes).digest("hex");
    writeFileSync(`${file}.sha256`, sha256Line(hash, file));
    await expect(openBackupCopy(file, () => noon)).resolves.toBeTypeOf("function");
    for (const line of ["", "0".repeat(64), "x".repeat(5000)]) {
      writeFileSync(`${file}.sha256`, line);
      expect(await why(file)).toMatch(/has changed since it was made.*remove .*\.sha256/);
    }
    writeFileSync(`${file}.sha256`, sha256Line(hash, file));
    bytes[bytes.lastIndexOf("0000_")] = 0x31;
    writeFileSync(file, bytes);
    expect(await why(file)).toMatch(/has changed since it was made/);
    rmSync(`${file}.sha256`);
    const said = vi.spyOn(console, "log");
    await openBackupCopy(file, () => noon);
    expect(said).toHaveBeenLastCalledWith(expect.stringMatching(/^No hash is beside/));
    said.mockRestore();
  });

  test("in which a view stands for a table is refused: it could go on without end", async () => {
    const file = copyOf("view.sqlite");
    const database = new DatabaseSync(file);
    const end = " LIMIT 9";
    // The one that ends comes first: without the defence nobody waits for the other.
    for (const limit of [end, ""]) {
      database.exec(
        `DROP ${limit ? "TABLE" : "VIEW"} rule; CREATE VIEW rule AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n${limit}) SELECT id FROM n`,
      );
      expect(await why(file)).toMatch(/not one of Upfront/);
    }
    database.close();
  });

  test("is made though a folder, or a link that leads nowhere, has the name of one of today", async () => {
    const own = temporaryFolder("named");
    mkdirSync(join(own, backupCopyName(Date.now() - 60_000)));
    symlinkSync("/nowhere", join(own, backupCopyName(Date.now() - 120_000)));
    const { begin, binding } = startDailyCopies(own, () => place.path, {
      database: "/nowhere/d1",
      scratch: "/nowhere/scratch",
    });
    const end = begin();
    const files = () =>
      readdirSync(own, { withFileTypes: true }).filter((each) => each.isFile() && each.name.endsWith(".sqlite"));
    await expect.poll(() => files().length, { timeout: 30_000 }).toBe(1);
    await expect.poll(async () => binding.copies?.().json()).toMatchObject({ failure: null });
    end();
  });
});

describe("a backup is written", () => {
  async function* text() {
    yield "whole\n";
  }

  test.runIf(process.platform !== "win32")(
    "over a file alone: a device, a pipe, a folder stay what they are",
    async () => {
      execFileSync("mkfifo", [path("pipe")]);
      mkdirSync(path("folder"));
      symlinkSync(path("pipe"), path("link"));
      for (const name of ["pipe", "folder", "link"]) {
        const before = lstatSync(path(name)).mode;
        await expect(writeBackupCopy(path(name), text())).rejects.toThrow(/is no file/);
        expect(lstatSync(path(name)).mode).toBe(before);
      }
    },
  );

  test("into a name of its own: what lies ready under it is neither followed nor kept open to others", async () => {
    writeFileSync(path("target"), "somebody's");
    symlinkSync(path("target"), path(`a.jsonl.${process.pid}.partial`));
    await writeBackupCopy(path("a.jsonl"), text());
    expect(readFileSync(path("target"), "utf8")).toBe("somebody's");
    writeFileSync(path(`a.jsonl.${process.pid}.partial`), "");
    chmodSync(path(`a.jsonl.${process.pid}.partial`), 0o666);
    await writeBackupCopy(path("a.jsonl"), text());
    expect(statSync(path("a.jsonl")).mode & 0o777).toBe(0o600);
  });
});

test("these tests are as many as docs/security.md says", ({ task }) => {
  const { said, tests } = countedAttacks(task, "tests/walls/backup-attacks.test.ts");
  expect(said).toBe(tests);
});
