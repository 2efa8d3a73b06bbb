import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Unstable_MiniflareWorkerOptions } from "wrangler";
import { root } from "../scripts/setup/install.mjs";

type Options = Unstable_MiniflareWorkerOptions["workerOptions"];

interface CachedWorkerOptions {
  /** Hash of everything from which the options were made. */
  hash: string;
  options: Options;
}

export interface WranglerConfigPaths {
  /** A wrangler.toml. */
  config: string;
  /** The file in which wrangler's answer is kept. */
  kept: string;
}

const own: WranglerConfigPaths = {
  config: join(root, "wrangler.toml"),
  kept: join(root, ".cache/worker-options.json"),
};

/**
 * Returns the hash for the present inputs: another version of wrangler may answer differently. Its version is read
 * where it is pinned, as the image has no wrangler.
 */
function hashNow(config: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return createHash("sha256").update(`${devDependencies.wrangler}\0`).update(readFileSync(config)).digest("hex");
}

function read(kept: string, hash: string): Options | null {
  try {
    const found = JSON.parse(readFileSync(kept, "utf8")) as CachedWorkerOptions;
    return found.hash === hash ? found.options : null;
  } catch {
    return null;
  }
}

function keep(kept: string, found: CachedWorkerOptions): void {
  const fresh = `${kept}.${process.pid}`;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(fresh, JSON.stringify(found));
    renameSync(fresh, kept);
  } catch (error) {
    // The next start only has to compute it again.
    console.error(`Not kept for the next start: ${(error as Error).message}`);
  }
}

async function ask(config: string): Promise<Options> {
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { workerOptions: options } = unstable_getMiniflareWorkerOptions(config);
  if (!options.assets) return options;
  const directory = relative(dirname(config), options.assets.directory);
  return { ...options, assets: { ...options.assets, directory } };
}

/**
 * Returns the settings of wrangler.toml in Miniflare's form; the assets folder is relative to that file, so that a
 * folder can be moved together with its answer. Loading wrangler is a third of a start's work, so its answer is kept.
 */
export async function readMiniflareOptions({ config, kept }: WranglerConfigPaths = own): Promise<Options> {
  const hash = hashNow(config);
  const known = read(kept, hash);
  if (known) return known;
  const options = await ask(config);
  keep(kept, { hash, options });
  return options;
}
