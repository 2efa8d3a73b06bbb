import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseFileOf } from "../../server/folder-database.ts";
import { root } from "../setup/install.mjs";
import type { BenchTable } from "./table.ts";

/**
 * Measures the memory of backup, restore and daily copy by the size of the rows: `npm run bench -- --backup [MB …]`.
 */

/** Most MB that a process may take beyond its memory for an almost empty database. */
const maxMegabytes = 200;

/** The first size is almost empty: it measures the command itself. */
const sizesIn = (args: string[]) => {
  const given = args.flatMap((each) => (/^\d+$/.test(each) ? Number(each) : []));
  return [1, ...(given.length > 0 ? given : [100, 1000])];
};

/** Returns the peak of a process's resident memory in KB, from the kernel; null = the process is gone. */
function peakOf(pid: number): number | null {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return null;
  }
}

const childrenOf = (pid: number): number[] => {
  try {
    const path = `/proc/${pid}/task/${pid}/children`;
    const own = readFileSync(path, "utf8").trim().split(" ").filter(Boolean).map(Number);
    return own.flatMap((each) => [each, ...childrenOf(each)]);
  } catch {
    return [];
  }
};

interface BackupRunCost {
  /** MB of the script's own process, and of the largest other one. */
  own: number;
  others: number;
  seconds: number;
}

async function measured(child: ChildProcess): Promise<BackupRunCost> {
  const begun = performance.now();
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => {
      output += part.toString();
    });
  let [own, others] = [0, 0];
  const look = () => {
    own = Math.max(own, peakOf(child.pid ?? 0) ?? 0);
    for (const each of childrenOf(child.pid ?? 0)) others = Math.max(others, peakOf(each) ?? 0);
  };
  const timer = setInterval(look, 50);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(output);
  return { own: own / 1024, others: others / 1024, seconds: (performance.now() - begun) / 1000 };
}

/** Every folder has the same secret. */
const env = { ...process.env, UPFRONT_SECRET: "x".repeat(32) };

const script = (file: string, ...args: string[]) =>
  measured(spawn(process.execPath, [join(root, `server/${file}.ts`), ...args], { cwd: root, env }));

/** Adds deliveries like those of sources: with different ids, and texts that compress as such texts do. */
function fill(path: string, megabytes: number): void {
  const database = new DatabaseSync(path);
  const body = (number: number) =>
    JSON.stringify({
      status: "firing",
      labels: { alertname: `Latency ${number % 97}`, instance: `10.0.${number % 250}.7` },
      text: "word ".repeat(120),
    });
  const columns = database
    .prepare("SELECT name, type, \"notnull\" AS needed, dflt_value AS standard FROM pragma_table_info('delivery')")
    .all();
  const needed = columns.filter((each) => each.needed === 1 && each.standard === null);
  const names = [...new Set([...needed.map(({ name }) => String(name)), "body"])];
  const insert = database.prepare(
    `INSERT INTO delivery (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map(() => "?").join()})`,
  );
  const type = new Map(columns.map(({ name, type }) => [String(name), String(type)]));
  const { id: page } = database.prepare("SELECT id FROM page LIMIT 1").get() as { id: string };
  database.exec("BEGIN");
  for (let bytes = 0, number = 0; bytes < megabytes * 1e6; number++) {
    const text = body(number);
    const value = (name: string) => {
      if (name === "page_id") return page;
      if (name === "body") return text;
      if (name === "id") return `d${String(number).padStart(12, "0")}`;
      return type.get(name)?.toLowerCase() === "text" ? "{}" : number;
    };
    insert.run(...names.map(value));
    bytes += text.length + 300;
  }
  database.exec("COMMIT");
  database.close();
}

interface BackupSizeResult {
  restored: number;
  packed: number;
  runs: BackupRunCost[];
}

async function runsOf(megabytes: number, seed: string): Promise<BackupSizeResult> {
  const folder = mkdtempSync(join(tmpdir(), "upfront-backup-bench-"));
  try {
    const [state, moved, file] = [join(folder, "state"), join(folder, "moved"), join(folder, "copy.jsonl.gz")];
    await script("restore", seed, "--state", state, "--trust-this-file", "--without-secrets");
    const path = databaseFileOf(join(state, "d1"));
    fill(path, megabytes);
    const backup = await script("backup", file, "--state", state, "--with-secrets");
    const restore = await script("restore", file, "--state", moved);
    const daily = await script("backup/copy-database", path, join(folder, "daily.sqlite"));
    const rows = (at: string) => {
      const database = new DatabaseSync(at);
      const { rows: found } = database.prepare("SELECT count(*) AS rows FROM delivery").get() as { rows: number };
      database.close();
      return found;
    };
    const restored = rows(databaseFileOf(join(moved, "d1")));
    if (restored !== rows(path)) throw new Error(`${restored} of ${rows(path)} rows came back`);
    return { restored, packed: statSync(file).size / 1e6, runs: [backup, restore, daily] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const said = ({ own, others, seconds }: BackupRunCost) =>
  `${own.toFixed(0)} (${others.toFixed(0)}) MB, ${seconds.toFixed(0)} s`;

/** Measures each size; throws when memory grows with the rows. */
export async function measureBackupTables(): Promise<BenchTable[]> {
  const seed = join(root, "tests/fixtures/backups/0.1.0.jsonl");
  const rows: (string | number)[][] = [];
  let idle: BackupRunCost[] | undefined;
  for (const size of sizesIn(process.argv)) {
    const { restored, packed, runs } = await runsOf(size, seed);
    idle ??= runs;
    rows.push([`${size.toLocaleString("en")} MB`, restored, `${packed.toFixed(1)} MB`, ...runs.map(said)]);
    const most = idle;
    const grown = runs.some(({ own, others }, at) => {
      const base = most[at];
      return base !== undefined && (own - base.own > maxMegabytes || others - base.others > maxMegabytes);
    });
    const found = rows.map((row) => row.join(", ")).join("\n");
    if (grown)
      throw new Error(`With ${size} MB a process takes over ${maxMegabytes} MB more than with 1 MB:\n${found}`);
  }
  return [{ head: ["rows", "deliveries", "packed", "backup", "restore", "daily copy"], rows }];
}
