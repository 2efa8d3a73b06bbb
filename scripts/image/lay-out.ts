import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type LanguageFile, languagesFolder } from "../../app/i18n/catalogue-rooms.ts";
import { ensureBuild } from "../../server/build.ts";
import { readMiniflareOptions } from "../../server/saved-options.ts";
import { root } from "../setup/install.mjs";
import { type DockerfileFacts, parseDockerfile } from "./dockerfile.ts";
import {
  copiedDockerImageFile,
  type DockerImageFile,
  dockerImageFilesBelow,
  generatedDockerImageFile,
} from "./files.ts";
import { buildOwnDockerImageFiles } from "./own-files.ts";
import { packageFiles } from "./packages.ts";

/** MB are millions of bytes, as registries and `docker image ls` count. */
export const maxDockerImageBytes = 400e6;

export interface DockerImageContents {
  text: DockerfileFacts;
  files: DockerImageFile[];
}

/** Folder of the build from which the last stage copies. */
export const dockerImageRoot = "/image";

/** Commands besides those that the image starts itself: `docker compose exec upfront node scripts/backup.mjs`. */
const commands = ["backup", "restore", "token", "mirror"].map((name) => `scripts/${name}.mjs`);

/** Returns what is read of a language at run time (server/listener/public-words); the rest is in the build. */
function publicPart({ path }: DockerImageFile): DockerImageFile {
  const { public: visitors }: LanguageFile = JSON.parse(readFileSync(join(root, path), "utf8"));
  return generatedDockerImageFile(path, Buffer.from(JSON.stringify({ public: visitors })));
}

/** Files that are read at run time, not imported. */
const readFiles = (): DockerImageFile[] => [
  ...["package.json", "wrangler.toml", "LICENSE"].map((path) => copiedDockerImageFile(path, join(root, path))),
  copiedDockerImageFile(".cache/worker-options.json", join(root, ".cache/worker-options.json")),
  ...dockerImageFilesBelow(root, "app/i18n/locales", () => true),
  ...dockerImageFilesBelow(root, languagesFolder, () => true).map(publicPart),
  ...dockerImageFilesBelow(root, "migrations", (path) => path.endsWith(".sql")),
  ...["build/client", "build/server"].flatMap((folder) => dockerImageFilesBelow(root, folder, () => true)),
];

/**
 * Returns every file that the image has above its base: built, read and sized; nothing is written except by a build.
 */
export async function readDockerImageContents(): Promise<DockerImageContents> {
  const text = parseDockerfile(readFileSync(join(root, "Dockerfile"), "utf8"));
  const [copy, ...others] = text.copies;
  if (others.length > 0 || copy?.from !== dockerImageRoot || copy.to !== text.workdir) {
    throw new Error(`The Dockerfile's last stage copies something else than ${dockerImageRoot} to ${text.workdir}.`);
  }
  await ensureBuild();
  await readMiniflareOptions();
  const scripts = [...text.start, ...text.health].filter((word) => /^scripts\/.*\.mjs$/.test(word));
  const own = await buildOwnDockerImageFiles(root, [...new Set([...scripts, ...commands])]);
  return { text, files: [...own.files, ...readFiles(), ...packageFiles(root, own.packages)] };
}

const isProgram = (from: string) => (statSync(from).mode & 0o100) !== 0;

/**
 * Writes them into a folder that equals the image's working directory. Everyone may read them, whatever the modes in
 * the clone: the image's user did not build it.
 */
export function writeDockerImageFolder({ files }: DockerImageContents, folder: string): void {
  const folders = new Set([folder]);
  for (const { path, from } of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    for (let above = dirname(target); !folders.has(above); above = dirname(above)) folders.add(above);
    if (typeof from === "string") copyFileSync(from, target);
    else writeFileSync(target, from);
    chmodSync(target, typeof from === "string" && isProgram(from) ? 0o755 : 0o644);
  }
  for (const each of folders) chmodSync(each, 0o755);
}

export const totalBytesOf = (files: readonly DockerImageFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);
