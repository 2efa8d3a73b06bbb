import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { checksumFileName } from "../../app/backup/rules/daily.ts";
import { BackupCopyError } from "./copy.ts";

/** Returns a line as `sha256sum` writes it and checks it with `-c`. */
export const sha256Line = (sha256: string, copy: string): string => `${sha256}  ${basename(copy)}\n`;

/** Reads no more than a line, whatever the file holds; null = there is no such file. */
async function lineIn(path: string): Promise<string | null> {
  try {
    const file = await open(path, "r");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0).finally(() => file.close());
    return buffer.toString("latin1", 0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Compares a copy with the hash beside it, which also detects a changed byte for which SQLite has no index. Returns
 * true when there is a hash: older copies have none. Throws BackupCopyError.
 */
export async function verifyBackupCopyHash(path: string): Promise<boolean> {
  const beside = checksumFileName(path);
  const line = await lineIn(beside);
  if (line === null) return false;
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  if (line.split(/\s/)[0]?.toLowerCase() === hash.digest("hex")) return true;
  throw new BackupCopyError(
    `${path} has changed since it was made, or ${basename(beside)} has: restore another copy. To restore this one all the same, remove ${beside}.`,
  );
}
