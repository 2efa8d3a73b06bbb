import { createReadStream, createWriteStream, rmSync, statSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { BackupCopyError } from "./copy.ts";
import { partialFileName, removePartialFiles } from "./partials.ts";

const isPacked = (path: string) => path.endsWith(".gz");

/** Renames a file after its contents are on the disk. */
export async function renameWrittenFile(partial: string, path: string): Promise<void> {
  const file = await open(partial, "r+");
  await file.sync().finally(() => file.close());
  await rename(partial, path);
}

/** Throws BackupCopyError for a device or a pipe: moving a file over it would replace it for all users. */
function expectFile(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile()) throw new BackupCopyError(`${path} is no file: name one to write.`);
}

/** Names in a series of backups differ only by a date or a number. */
const withoutDigits = (name: string) => name.replaceAll(/\d+/g, "0");

function kinship(name: string, own: string) {
  if (name === own) return "same";
  return withoutDigits(name) === withoutDigits(own) ? "series" : null;
}

/**
 * Writes a file completely or not at all, readable by its owner only: it has another name until it is written. Returns
 * its bytes.
 */
export async function writeBackupCopy(path: string, parts: AsyncIterable<string>): Promise<number> {
  expectFile(path);
  const own = basename(path);
  await removePartialFiles(dirname(path), (name) => kinship(name, own));
  const partial = partialFileName(path);
  const target = createWriteStream(partial, { flags: "wx", mode: 0o600 });
  // Ctrl-C leaves no partial file either.
  const remove = () => rmSync(partial, { force: true });
  process.once("exit", remove);
  try {
    const through = isPacked(path) ? createGzip() : new PassThrough();
    await pipeline(Readable.from(parts, { highWaterMark: 1 }), through, target);
    await renameWrittenFile(partial, path);
    return target.bytesWritten;
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** Kind of a file by its first bytes, whatever its name. */
export type BackupCopyKind = "packed" | "database" | "text";

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns the kind of a file. Throws BackupCopyError. */
export async function detectBackupCopyKind(path: string): Promise<BackupCopyKind> {
  const bytes = await beginningOf(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}.`;
    throw new BackupCopyError(why);
  });
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "packed";
  return bytes.toString("latin1") === "SQLite format 3\0" ? "database" : "text";
}

/** Yields the text of a file in parts, unpacked when it is packed. Throws BackupCopyError. */
export async function* streamBackupCopyText(path: string, kind: BackupCopyKind): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const file = createReadStream(path);
  const plain = kind === "packed" ? createGunzip({ chunkSize: 65_536 }) : new PassThrough();
  const ended = pipeline(file, plain);
  // The loop below reports its failure: without this the same error would end the process as an unhandled rejection.
  ended.catch(() => undefined);
  try {
    for await (const chunk of plain) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw new BackupCopyError(`${path} cannot be read: ${(error as Error).message}. Was it cut?`);
  } finally {
    file.destroy();
  }
}
