import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { workerBuildFolder, workerFiles } from "../../server/build.ts";
import { root } from "../setup/install.mjs";
import { runWrangler } from "./wrangler.ts";

/**
 * Maximum number of bytes, compressed. Cloudflare accepts 3 MB on Free; each new isolate first parses all of it, which
 * should stay under 100 ms.
 */
const maxPackedBytes = 1_370_000;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Concatenates all modules. */
const contents = (folder: string): Buffer => Buffer.concat(workerFiles(folder).map((path) => readFileSync(path)));

/** File that identifies the last verified build. */
const proof = join(root, ".cache/bundle-proof");

/**
 * Returns a hash of everything that the verification depends on: the built worker, wrangler's settings and version, and
 * the limit.
 */
function proofOfBuild(): string {
  const hash = createHash("sha256").update(contents(workerBuildFolder)).update(String(maxPackedBytes));
  for (const path of ["wrangler.toml", "node_modules/wrangler/package.json"])
    hash.update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

function keepProof(): void {
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(proof, proofOfBuild());
}

/** Works like `checkWorkerBundle`, once for each build: wrangler takes seconds to make the same bundle again. */
export async function checkWorkerBundleOnce(): Promise<boolean> {
  if (!existsSync(proof) || readFileSync(proof, "utf8") !== proofOfBuild()) return checkWorkerBundle();
  console.log("Worker bundle: this build was checked before");
  return true;
}

/** Makes the upload with wrangler, without an account. Returns true when it is complete and small enough. */
export async function checkWorkerBundle(): Promise<boolean> {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  const { code } = await runWrangler(["deploy", "--dry-run", "--outdir", "dist"]);
  if (code !== 0) return false;
  const bundle = contents(join(root, "dist"));
  const packed = gzipSync(bundle, { level: 9 }).length;
  const same = bundle.equals(contents(workerBuildFolder));
  console.log(
    `Worker bundle: ${kilobytes(bundle.length)}, ${kilobytes(packed)} gzip (at most ${kilobytes(maxPackedBytes)})`,
  );
  if (!same) console.error("The bundle is not the one that npm start runs.");
  const isFit = same && packed <= maxPackedBytes;
  if (isFit) keepProof();
  return isFit;
}
