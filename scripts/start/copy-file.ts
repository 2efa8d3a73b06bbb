import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { CopyRefused } from "./copy.ts";

const isPacked = (path: string) => path.endsWith(".gz");

/** Whole or not at all, for its owner's eyes: it stands under another name until it is written. */
export function writeCopy(path: string, text: string): number {
  const bytes = isPacked(path) ? gzipSync(text) : Buffer.from(text);
  const partial = `${path}.partial`;
  try {
    writeFileSync(partial, bytes, { mode: 0o600 });
    renameSync(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
  return bytes.length;
}

/** The text of a file that may be packed, whatever it is called. Throws CopyRefused. */
export function readCopy(path: string): string {
  try {
    const bytes = readFileSync(path);
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new CopyRefused(`There is no file ${path}.`);
    throw new CopyRefused(`${path} cannot be read: ${message}. Was it cut?`);
  }
}
