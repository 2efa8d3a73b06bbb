import type { D1Database } from "@cloudflare/workers-types";
import { demoDomain } from "../app/net/private-names.ts";
import { demoCompany } from "../scripts/demo/company.ts";
import { seedDemo } from "../scripts/demo/seed.ts";
import { createDemoTarget } from "../scripts/demo/target.ts";
import { folderOriginOf, writeFolderOrigin } from "./state/folder-origin.ts";

/** Returns true when this folder's first start made the demo, or when this is the first start and should make it. */
export function isDemoFolder(folder: string, wanted: boolean): boolean {
  const made = folderOriginOf(folder);
  return made === null ? wanted : made === "demo";
}

/** Returns a setting that allows the demo's names besides the networks that the person allows. */
export const demoNetworkSetting = ({ UPFRONT_NETWORK_ALLOW: given }: Record<string, string>) => ({
  UPFRONT_NETWORK_ALLOW: [given, `.${demoDomain}`].filter(Boolean).join(","),
});

const isThere = async (database: D1Database, sql: string, ...given: string[]) =>
  (await database
    .prepare(sql)
    .bind(...given)
    .first()) !== null;

/** True when email could be sent, or a person has an address to which it would be sent later. */
const reachable = "SELECT 1 AS one FROM mailer UNION ALL SELECT 1 FROM person WHERE email IS NOT NULL LIMIT 1";

/** Returns the target of the demo's monitors, on this database; null = it is not open yet. */
export const demoTargetOnDatabase = (database: () => D1Database | undefined) =>
  createDemoTarget({
    now: Date.now,
    async mails() {
      const open = database();
      return open !== undefined && isThere(open, reachable);
    },
  });

const made = `a made-up company's page; its search fails in two minutes, and for eight minutes of each hour
           delete the page to end that; --empty starts without`;

/**
 * Makes the demo when this is the folder's first start and the demo is wanted. Resolves to a message about it; null =
 * none.
 */
export async function prepareDemo(
  { database, folder, wanted }: { database: D1Database; folder: string; wanted: boolean },
  secret: string,
): Promise<string | null> {
  if (folderOriginOf(folder) !== null) {
    if (!isDemoFolder(folder, wanted)) return wanted ? "none, as the first start on this folder was without" : null;
    const stays = await isThere(database, "SELECT 1 AS one FROM page WHERE slug = ?1", demoCompany.slug);
    return stays ? `/${demoCompany.slug}, from the first start; delete the page to end it` : null;
  }
  const isMade = wanted && (await seedDemo(database, Date.now(), secret));
  writeFolderOrigin(folder, isMade ? "demo" : "empty");
  if (isMade) return made;
  return wanted ? "none, as there is a page already" : "none, as --empty or UPFRONT_EMPTY says";
}
