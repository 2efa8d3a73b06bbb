import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root, run } from "../scripts/setup/install.mjs";
import { writeCatalogueFiles } from "./listener/catalogue-files.ts";
import { copyOlderFiles, earlierBuildInFolder, writeFileList } from "./older-files.ts";
import { writeSocialPictures } from "./social-pictures.ts";

const inputs = [
  "app",
  "agent",
  "cli",
  "public",
  "package-lock.json",
  "remix.config.js",
  "scripts/bundle",
  "vite.config.ts",
  "tsconfig.json",
];
export const workerBuildFolder = join(root, "build/server");
export const clientBuildFolder = join(root, "build/client");
const worker = join(workerBuildFolder, "worker.js");
const stamp = join(root, "build/.stamp");

function filesOf(path: string): string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** Returns one hash of everything that the build reads: names and contents, never times. */
export function buildInputHash(): string {
  const hash = createHash("sha256");
  const paths = inputs.flatMap((path) => (/\.\w+$/.test(path) ? [join(root, path)] : filesOf(path)));
  for (const path of paths.filter((each) => existsSync(each) && !isTest(each)).sort()) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Returns the modules of the built worker, its entry first. */
export const workerFiles = (folder = workerBuildFolder): string[] => [
  join(folder, "worker.js"),
  ...readdirSync(join(folder, "parts"))
    .sort()
    .map((name) => join(folder, "parts", name)),
];

export const isWorkerBuilt = (hash: string): boolean =>
  existsSync(worker) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash;

/** Makes two starts from one clone build in sequence. The lock ends with its process. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const lock = new DatabaseSync(join(root, ".cache/build.lock"));
  try {
    lock.exec("PRAGMA busy_timeout = 120000; BEGIN EXCLUSIVE");
    return await work();
  } finally {
    lock.close();
  }
}

const builder = join(root, "node_modules/@remix-run/dev/dist/cli.js");
const fresh = ".cache/build";

/**
 * Builds beside the old build and swaps: a server that runs from build/ never misses a file for longer than a rename.
 */
async function build(hash: string): Promise<void> {
  rmSync(join(root, fresh), { recursive: true, force: true });
  const env = { ...process.env, NODE_ENV: "production", UPFRONT_BUILD_FOLDER: fresh };
  const args = [builder, "vite:build", "--logLevel", "warn"];
  const code = await run(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  if (code !== 0) throw new Error("The build failed: see above.");
  const client = join(root, fresh, "client");
  writeCatalogueFiles(client);
  writeSocialPictures(client);
  // Loaded only for a build: running a build needs no bundler.
  const { writeApiDocuments } = await import("../scripts/bundle/api-documents.ts");
  await writeApiDocuments(client);
  const { bundleAgent } = await import("../scripts/bundle/agent-file.ts");
  writeFileSync(join(client, "agent.mjs"), await bundleAgent());
  const { bundleCli } = await import("../scripts/bundle/cli-file.ts");
  writeFileSync(join(client, "cli.mjs"), await bundleCli());
  writeFileList(client);
  await copyOlderFiles(client, earlierBuildInFolder(clientBuildFolder), Date.now());
  writeFileSync(join(root, fresh, ".stamp"), hash);
  rmSync(join(root, "build"), { recursive: true, force: true });
  renameSync(join(root, fresh), join(root, "build"));
}

/** Builds build/client and build/server/worker.js when a source has changed. Throws when it fails. */
export async function ensureBuild(): Promise<void> {
  if (isWorkerBuilt(buildInputHash())) return;
  await alone(async () => {
    const hash = buildInputHash();
    if (isWorkerBuilt(hash)) return;
    console.log("Building …");
    await build(hash);
  });
}
