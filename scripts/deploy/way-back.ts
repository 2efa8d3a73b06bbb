import { relative } from "node:path";
import { root } from "../setup/install.mjs";
import type { RemoteDatabase } from "./database.ts";

const clock = "SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS at";

/**
 * Shows, before migrations are applied, how to restore the database to the present moment by its own clock: Cloudflare
 * keeps its state at every moment of the last days.
 */
export async function printRollbackCommand(database: RemoteDatabase, config: string, name: string): Promise<void> {
  const [now] = await database.rows<{ at: string }>(clock);
  const command = `npx wrangler d1 time-travel restore ${name} --config ${relative(root, config)} --timestamp ${now?.at}`;
  console.log(`To go back to the database before these migrations (what is written since is lost):\n  ${command}`);
  console.log("Then deploy the version of before. Kept for 30 days, on the Free plan for 7.");
}
