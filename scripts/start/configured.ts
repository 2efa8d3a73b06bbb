import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Unstable_MiniflareWorkerOptions } from "wrangler";
import { root } from "../setup/install.mjs";

type Options = Unstable_MiniflareWorkerOptions["workerOptions"];

interface Kept {
  /** Of all that they were made from. */
  hash: string;
  options: Options;
}

export interface Places {
  /** A wrangler.toml. */
  config: string;
  /** The file in which its answer is kept. */
  kept: string;
}

const own: Places = { config: join(root, "wrangler.toml"), kept: join(root, ".cache/worker-options.json") };

/** Paths of this folder are in the answer, and another wrangler may give another one. */
function hashNow(config: string): string {
  const wrangler = readFileSync(join(root, "node_modules/wrangler/package.json"), "utf8");
  const { version } = JSON.parse(wrangler) as { version: string };
  return createHash("sha256").update(`${config}\0${version}\0`).update(readFileSync(config)).digest("hex");
}

function read(kept: string, hash: string): Options | null {
  try {
    const found = JSON.parse(readFileSync(kept, "utf8")) as Kept;
    return found.hash === hash ? found.options : null;
  } catch {
    return null;
  }
}

function keep(kept: string, found: Kept): void {
  const fresh = `${kept}.${process.pid}`;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(fresh, JSON.stringify(found));
    renameSync(fresh, kept);
  } catch (error) {
    // It costs the next start the same again, and nothing else.
    console.error(`Not kept for the next start: ${(error as Error).message}`);
  }
}

async function ask(config: string): Promise<Options> {
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  return unstable_getMiniflareWorkerOptions(config).workerOptions;
}

/** What wrangler.toml says, in Miniflare's words. Loading wrangler is a third of a start's work: its answer is kept. */
export async function configuredOptions({ config, kept }: Places = own): Promise<Options> {
  const hash = hashNow(config);
  const known = read(kept, hash);
  if (known) return known;
  const options = await ask(config);
  keep(kept, { hash, options });
  return options;
}
