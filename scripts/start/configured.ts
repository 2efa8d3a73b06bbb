import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Unstable_MiniflareWorkerOptions } from "wrangler";
import { root } from "../setup/install.mjs";

type Options = Unstable_MiniflareWorkerOptions["workerOptions"];

interface Kept {
  /** Of all that they were made from. */
  hash: string;
  options: Options;
}

const config = join(root, "wrangler.toml");
const wrangler = join(root, "node_modules/wrangler/package.json");
const kept = join(root, ".cache/worker-options.json");

function hashNow(): string {
  const { version } = JSON.parse(readFileSync(wrangler, "utf8")) as { version: string };
  return createHash("sha256").update(`${root}\0${version}\0`).update(readFileSync(config)).digest("hex");
}

function read(hash: string): Options | null {
  try {
    const found = JSON.parse(readFileSync(kept, "utf8")) as Kept;
    return found.hash === hash ? found.options : null;
  } catch {
    return null;
  }
}

/** A folder that cannot be written to costs the next start the same again, and nothing else. */
function keep(found: Kept): void {
  const fresh = `${kept}.${process.pid}`;
  try {
    mkdirSync(join(root, ".cache"), { recursive: true });
    writeFileSync(fresh, JSON.stringify(found));
    renameSync(fresh, kept);
  } catch {}
}

async function ask(): Promise<Options> {
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  return unstable_getMiniflareWorkerOptions(config).workerOptions;
}

/** What wrangler.toml says, in Miniflare's words. Loading wrangler is a third of a start's work: its answer is kept. */
export async function configuredOptions(): Promise<Options> {
  const hash = hashNow();
  const known = read(hash);
  if (known) return known;
  const options = await ask();
  keep({ hash, options });
  return options;
}
