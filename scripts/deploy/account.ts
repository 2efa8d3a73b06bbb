import { randomBytes } from "node:crypto";
import { databaseName, workerName } from "./config.ts";
import { DeployFailed, isThere, listed } from "./look.ts";
import { wrangler } from "./wrangler.ts";

const sqlText = (value: string | number) =>
  typeof value === "number" ? String(value) : `'${value.replace(/'/g, "''")}'`;

export async function requireAccount(): Promise<void> {
  const { code, output } = await wrangler(["whoami"], { quiet: true });
  if (code === 0 && !/not authenticated/i.test(output)) return;
  throw new DeployFailed("wrangler is not signed in: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.");
}

/** The id of the account's database of this name, made when there is none. */
export async function ensureDatabase(config: string): Promise<string> {
  const name = databaseName(config);
  const find = async () => {
    const list = await listed<{ name: string; uuid: string }>(["d1", "list", "--json"], "databases");
    return list.find((each) => each.name === name)?.uuid;
  };
  const known = await find();
  if (known) return known;
  await wrangler(["d1", "create", name], { input: "" });
  const made = await find();
  if (!made) throw new DeployFailed(`The database ${name} could not be made: see above.`);
  return made;
}

/** For what Upfront works without: an account that may not have it, or may not look, is told so and goes on. */
async function wished<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DeployFailed)) throw error;
    console.error(error.message);
    return null;
  }
}

/** The id of the namespace for last good copies; null when the account may not have one. */
export const ensureCopies = (): Promise<string | null> =>
  wished(async () => {
    const find = async () => {
      const list = await listed<{ title: string; id: string }>(["kv", "namespace", "list"], "KV namespaces");
      return list.find(({ title }) => title === "upfront-copies")?.id;
    };
    const known = await find();
    if (known) return known;
    await wrangler(["kv", "namespace", "create", "upfront-copies"], { input: "" });
    return (await find()) ?? null;
  });

/** The queue that wakes the sender; null when the account may not have one: then mail leaves with the minute's tick. */
export const ensureWake = (): Promise<string | null> =>
  wished(async () => {
    const name = "upfront-wake";
    const find = () => isThere(["queues", "info", name], "queues", `Queue "${name}" does not exist.`);
    if (await find()) return name;
    await wrangler(["queues", "create", name], { input: "" });
    return (await find()) ? name : null;
  });

export async function migrateRemotely(config: string): Promise<void> {
  const { code } = await wrangler(["d1", "migrations", "apply", databaseName(config), "--remote"], { input: "" });
  if (code !== 0) throw new DeployFailed("The migrations could not be applied: see above. Nothing was deployed.");
}

/**
 * Makes the secret on the first deployment and never again: a new one would make all that is sealed unreadable. A worker
 * that is not there has none; wrangler says so in these words where the API answers with code 10007 or 10090.
 */
export async function ensureSecret(config: string): Promise<void> {
  const none = `Worker "${workerName(config)}" not found.`;
  const list = await listed<{ name: string }>(["secret", "list", "--format", "json"], "worker's secrets", none);
  if (list.some(({ name }) => name === "UPFRONT_SECRET")) return;
  const input = `${randomBytes(32).toString("base64url")}\n`;
  const { code } = await wrangler(["secret", "put", "UPFRONT_SECRET"], { input });
  if (code !== 0) throw new DeployFailed("The secret could not be set: see above.");
}

/** Uploads the worker. Returns the address that Cloudflare gave it, when it names one. */
export async function upload(): Promise<string | null> {
  const { code, output } = await wrangler(["deploy"]);
  if (code !== 0) throw new DeployFailed("The worker could not be uploaded: see above.");
  return /https:\/\/[a-z0-9.-]+\.workers\.dev/.exec(output)?.[0] ?? null;
}

/** A statement with its parameters put in as literals: the command line knows no others. */
export const literalSql = (sql: string, params: readonly (string | number)[]): string =>
  sql.replace(/\?(\d+)/g, (_, place) => sqlText(params[Number(place) - 1] ?? ""));

/** One statement on the deployed database. */
export async function execute(config: string, sql: string, params: readonly (string | number)[]): Promise<void> {
  const args = ["d1", "execute", databaseName(config), "--remote", "--yes", "--command", literalSql(sql, params)];
  const { code } = await wrangler(args, { quiet: true });
  if (code !== 0) throw new DeployFailed("The sign-in link could not be stored; run `npm run deploy` again.");
}
