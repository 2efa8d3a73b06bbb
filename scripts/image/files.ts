import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A file of the image, by its path in it. */
export interface DockerImageFile {
  path: string;
  /** Path of the copied file, or the bytes of a generated one. */
  from: string | Uint8Array;
  bytes: number;
}

export const copiedDockerImageFile = (path: string, from: string): DockerImageFile => ({
  path,
  from,
  bytes: statSync(from).size,
});

export const generatedDockerImageFile = (path: string, bytes: Uint8Array): DockerImageFile => ({
  path,
  from: bytes,
  bytes: bytes.length,
});

/** Returns all files below a folder of the clone, at the same path in the image. */
export function dockerImageFilesBelow(
  root: string,
  folder: string,
  isWanted: (path: string) => boolean,
): DockerImageFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!isWanted(path)) return [];
    if (entry.isDirectory()) return dockerImageFilesBelow(root, path, isWanted);
    return entry.isFile() ? [copiedDockerImageFile(path, join(root, path))] : [];
  });
}
