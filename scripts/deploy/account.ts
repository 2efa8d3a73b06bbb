import { randomBytes } from "node:crypto";
import { databaseName } from "./config.ts";
import { jsonIn, wrangler } from "./wrangler.ts";

/** A step of a deployment that did not work, said in one line. */
export class DeployFailed extends Error {}

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
    const { output } = await wrangler(["d1", "list", "--json"], { quiet: true });
    return jsonIn<{ name: string; uuid: string }[]>(output)?.find((each) => each.name === name)?.uuid;
  };
  const known = await find();
  if (known) return known;
  await wrangler(["d1", "create", name], { input: "" });
  const made = await find();
  if (!made) throw new DeployFailed(`The database ${name} could not be made: see above.`);
  return made;
}

/** The id of the namespace for last good copies; null when the account may not have one: Upfront works without. */
export async function ensureCopies(): Promise<string | null> {
  const find = async () => {
    const { output } = await wrangler(["kv", "namespace", "list"], { quiet: true });
    return jsonIn<{ title: string; id: string }[]>(output)?.find(({ title }) => title === "upfront-copies")?.id;
  };
  const known = await find();
  if (known) return known;
  await wrangler(["kv", "namespace", "create", "upfront-copies"], { input: "" });
  return (await find()) ?? null;
}

/** The queue that wakes the sender; null when the account may not have one: then mail leaves with the minute's tick. */
export async function ensureWake(): Promise<string | null> {
  const name = "upfront-wake";
  const find = async () => (await wrangler(["queues", "info", name], { quiet: true })).code === 0;
  if (await find()) return name;
  await wrangler(["queues", "create", name], { input: "" });
  return (await find()) ? name : null;
}

export async function migrateRemotely(config: string): Promise<void> {
  const { code } = await wrangler(["d1", "migrations", "apply", databaseName(config), "--remote"], { input: "" });
  if (code !== 0) throw new DeployFailed("The migrations could not be applied: see above. Nothing was deployed.");
}

/** Makes the secret on the first deployment and never again: a new one would make every stored address unreadable. */
export async function ensureSecret(): Promise<void> {
  const { output } = await wrangler(["secret", "list", "--format", "json"], { quiet: true });
  if (jsonIn<{ name: string }[]>(output)?.some(({ name }) => name === "UPFRONT_SECRET")) return;
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
