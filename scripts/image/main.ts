import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  type DockerImageContents,
  maxDockerImageBytes,
  readDockerImageContents,
  totalBytesOf,
  writeDockerImageFolder,
} from "./lay-out.ts";

/**
 * Lays out the files that the image has above its base: `npm run image -- --folder DIR`; without a folder it only lists
 * them.
 */
const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`.padStart(10);

/** Returns the first folder; packages with nested packages count as one. */
const partOf = (path: string) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path.split("/")[0] ?? path;

/** Bytes below which parts are summarised in one line. */
const smallPartBytes = 1e6;

function print({ text, files }: DockerImageContents): number {
  const parts = [...Map.groupBy(files, ({ path }) => partOf(path))];
  const isSmall = ([, found]: (typeof parts)[number]) => totalBytesOf(found) < smallPartBytes;
  const small = parts.filter(isSmall);
  const rows: typeof parts = [
    ...parts.filter((part) => !isSmall(part)),
    [`${small.length} smaller parts`, small.flatMap(([, found]) => found)],
  ];
  for (const [name, found] of rows.sort(([, one], [, other]) => totalBytesOf(other) - totalBytesOf(one))) {
    console.log(`${inMegabytes(totalBytesOf(found))}  ${name} (${found.length} files)`);
  }
  const all = text.baseSize + totalBytesOf(files);
  console.log(
    `${inMegabytes(totalBytesOf(files))}  in all, ${files.length} files, for ${process.platform} ${process.arch}`,
  );
  console.log(`${inMegabytes(text.baseSize)}  ${text.base}`);
  console.log(`${inMegabytes(all)}  the image, of at most${inMegabytes(maxDockerImageBytes)}`);
  return all;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { folder: { type: "string" } } });
  const folder = values.folder === undefined ? null : resolve(values.folder);
  if (folder !== null && existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty: name a new folder.`);
  }
  const image = await readDockerImageContents();
  if (print(image) > maxDockerImageBytes) throw new Error("The image is too large.");
  if (folder !== null) writeDockerImageFolder(image, folder);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
