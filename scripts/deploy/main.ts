import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../setup/install.mjs";
import { ensureBuilt } from "../start/build.ts";
import { linkMinutes, newLink } from "../start/link.ts";
import {
  ensureCopies,
  ensureDatabase,
  ensureSecret,
  ensureWake,
  execute,
  migrateRemotely,
  requireAccount,
  upload,
} from "./account.ts";
import { proveBundle } from "./bundle.ts";
import {
  addressIn,
  hasCopies,
  hasDatabase,
  hasWake,
  withAddress,
  withCopies,
  withDatabase,
  withWake,
} from "./config.ts";
import { DeployFailed } from "./look.ts";

const path = join(root, "wrangler.toml");
const read = () => readFileSync(path, "utf8");

function change(edit: (config: string) => string): void {
  const before = read();
  const after = edit(before);
  if (after !== before) writeFileSync(path, after);
}

async function ensureResources(): Promise<void> {
  if (!hasDatabase(read())) {
    const id = await ensureDatabase(read());
    change((config) => withDatabase(config, id));
  }
  if (!hasCopies(read())) {
    const id = await ensureCopies();
    if (id) change((config) => withCopies(config, id));
    else
      console.log("No KV namespace: copies of pages for when the database is away are kept in memory and cache only.");
  }
}

async function ensureQueue(): Promise<void> {
  if (hasWake(read())) return;
  const queue = await ensureWake();
  if (queue) change((config) => withWake(config, queue));
  else console.log("No queue: emails are sent after the request that caused them, or with the next minute’s run.");
}

/** The address must be in the settings; Cloudflare names it with the first upload, so that one may need a second. */
async function uploadWithAddress(): Promise<string> {
  if (process.env.UPFRONT_URL) change((config) => withAddress(config, new URL(process.env.UPFRONT_URL ?? "").origin));
  const given = await upload();
  const known = addressIn(read());
  if (known) return known;
  if (!given) throw new DeployFailed("Cloudflare named no address: set UPFRONT_URL to yours and deploy again.");
  change((config) => withAddress(config, given));
  await upload();
  return given;
}

async function deploy(): Promise<void> {
  await requireAccount();
  await ensureResources();
  await ensureQueue();
  await migrateRemotely(read());
  const address = await uploadWithAddress();
  await ensureSecret(read());
  const { token, sql, params } = newLink(Date.now());
  await execute(read(), sql, params);
  console.log(`\nDeployed: ${address}/`);
  console.log(`Sign in:  ${address}/manage/sign-in/${token}`);
  console.log(`          works once, for ${linkMinutes} minutes. Keep wrangler.toml: it now names your database.`);
}

async function main(): Promise<void> {
  try {
    const { values } = parseArgs({ options: { "dry-run": { type: "boolean" } } });
    await ensureBuilt();
    if (!(await proveBundle())) throw new DeployFailed("The bundle is not fit to be deployed: see above.");
    if (!values["dry-run"]) await deploy();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

await main();
