import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

/**
 * Path of this program, which is run as a process. Because the path is imported, tools that copy imported files include
 * it.
 */
export const copyProgramPath = fileURLToPath(import.meta.url);

/**
 * Copies in a separate process, because it reads the whole database: `npm start` keeps answering and survives a crash
 * of the copy. SQLite writes the state of one moment, compact and without a log file; writers are not blocked.
 */
function copy(source: string, target: string): void {
  process.umask(0o077);
  const database = new DatabaseSync(source, { readOnly: true, timeout: 30_000 });
  database.prepare("VACUUM INTO ?").run(target);
  database.close();
  const made = new DatabaseSync(target, { readOnly: true });
  const found = made.prepare("PRAGMA quick_check").get()?.quick_check;
  made.close();
  if (found !== "ok") throw new Error(`The copy is broken: ${found}`);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function run(): Promise<void> {
  try {
    const [source = "", target = ""] = process.argv.slice(2);
    copy(source, target);
    console.log(JSON.stringify({ sha256: await hashOf(target) }));
  } catch (error) {
    const { code, errcode, message } = error as Error & { code?: string; errcode?: number };
    console.log(JSON.stringify({ code, errcode, message }));
    process.exitCode = 1;
  }
}

if (process.argv[1] === copyProgramPath) await run();
