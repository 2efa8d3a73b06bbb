import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A file of the image, by its path in it. */
export interface ImageFile {
  path: string;
  /** Path of the copied file, or the bytes of a generated one. */
  from: string | Uint8Array;
  bytes: number;
}

export const copiedImageFile = (path: string, from: string): ImageFile => ({ path, from, bytes: statSync(from).size });

export const generatedImageFile = (path: string, bytes: Uint8Array): ImageFile => ({
  path,
  from: bytes,
  bytes: bytes.length,
});

/** Returns all files below a folder of the clone, at the same path in the image. */
export function imageFilesBelow(root: string, folder: string, isWanted: (path: string) => boolean): ImageFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!isWanted(path)) return [];
    if (entry.isDirectory()) return imageFilesBelow(root, path, isWanted);
    return entry.isFile() ? [copiedImageFile(path, join(root, path))] : [];
  });
}
