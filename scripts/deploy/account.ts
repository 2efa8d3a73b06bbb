import { createInterface } from "node:readline/promises";
import { type CloudflareApi, callCloudflare, openCloudflareApi } from "./api.ts";
import { DeployError } from "./deploy-error.ts";
import { parseJsonOutput, runWrangler } from "./wrangler.ts";

interface CloudflareAccount {
  id: string;
  name: string;
}

interface CloudflareCredentials {
  type?: string;
  token?: string;
  key?: string;
  email?: string;
}

/** Returns wrangler's credentials as headers; they are kept only in memory. */
async function signedIn(): Promise<Record<string, string>> {
  const { CLOUDFLARE_API_TOKEN: given } = process.env;
  if (given) return { authorization: `Bearer ${given}` };
  const { code, output } = await runWrangler(["auth", "token", "--json"], { quiet: true });
  const found = code === 0 ? parseJsonOutput<CloudflareCredentials>(output) : null;
  if (found?.token) return { authorization: `Bearer ${found.token}` };
  if (found?.key && found.email) return { "x-auth-key": found.key, "x-auth-email": found.email };
  throw new DeployError("wrangler is not signed in: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.");
}

async function chosen(accounts: readonly CloudflareAccount[], ci: boolean): Promise<string> {
  const lines = accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
  const flags = `Several accounts are in reach. Say which one by --account or CLOUDFLARE_ACCOUNT_ID:\n${lines}`;
  if (ci || !process.stdin.isTTY) throw new DeployError(flags);
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const typed = (await reader.question(`${lines}\nDeploy to which account? `)).trim();
  reader.close();
  const found = accounts.find(({ id, name }) => id === typed || name === typed);
  if (!found) throw new DeployError(flags);
  return found.id;
}

/** Opens the account to work on: wrangler uses the same, and never has to ask for it. Throws DeployError. */
export async function openCloudflareAccount({
  account,
  ci,
}: {
  account: string | null;
  ci: boolean;
}): Promise<CloudflareApi> {
  const headers = await signedIn();
  const accounts = account
    ? [{ id: account, name: "" }]
    : await callCloudflare<CloudflareAccount[]>(headers, "/accounts", { what: "The accounts could not be listed" });
  const [only] = accounts;
  if (!only) throw new DeployError("These credentials reach no account: give the token access to one.");
  const id = accounts.length === 1 ? only.id : await chosen(accounts, ci);
  process.env.CLOUDFLARE_ACCOUNT_ID = id;
  return openCloudflareApi(headers, id);
}
