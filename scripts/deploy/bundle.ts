import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../setup/install.mjs";
import { workerFiles, workerFolder } from "../start/build.ts";
import { wrangler } from "./wrangler.ts";

/** What a deployment may weigh. */
const limit = 1024 * 1024;

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** All modules, one after the other. */
const contents = (folder: string): Buffer => Buffer.concat(workerFiles(folder).map((path) => readFileSync(path)));

/** Has wrangler make what it would upload, without an account. Returns true when it is whole and light enough. */
export async function proveBundle(): Promise<boolean> {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  const { code } = await wrangler(["deploy", "--dry-run", "--outdir", "dist"]);
  if (code !== 0) return false;
  const bundle = contents(join(root, "dist"));
  const packed = gzipSync(bundle, { level: 9 }).length;
  const same = bundle.equals(contents(workerFolder));
  console.log(`Worker bundle: ${kilobytes(bundle.length)}, ${kilobytes(packed)} gzip (at most ${kilobytes(limit)})`);
  if (!same) console.error("The bundle is not the one that npm start runs.");
  return same && packed <= limit;
}
