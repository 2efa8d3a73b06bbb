import type { Keyring } from "~/access/keyring";
import { generationOf, keyText } from "~/pages/rules/page-door";
import { findSession } from "~/people/find-session";
import type { Ctx } from "~/platform/ctx";
import { failureOf } from "~/platform/failure-of";
import { isHolder } from "~/subscribers/held";

/** A page behind its door (pages/rules/page-door), by the address that was asked for. */
export interface Door {
  pageId: string;
  door: string;
  slug: string | null;
}

async function isUnlocked(ctx: Ctx, { pageId, door }: Door, keys: Keyring): Promise<boolean> {
  const generation = generationOf(door);
  const key = generation === null ? null : keys.keyOf(pageId);
  return key !== null && generation !== null && ctx.secrets.verify(keyText(pageId, generation), key);
}

async function isMember(ctx: Ctx, { slug }: Door, { sessionToken }: Keyring): Promise<boolean> {
  if (slug === null || sessionToken === null) return false;
  return (await findSession(ctx, { token: sessionToken, slug }))?.membership != null;
}

/** While the database is away nobody can say who is a member or is mailed: no. */
async function isKnown(ctx: Ctx, door: Door, keys: Keyring): Promise<boolean> {
  try {
    return (await isMember(ctx, door, keys)) || (keys.link !== null && (await isHolder(ctx, door.pageId, keys.link)));
  } catch (error) {
    if (failureOf(error) === null) throw error;
    ctx.log.error("door.known", error);
    return false;
  }
}

/** Whether the page opens for this reader: everybody, who has its passphrase's key, a member, or who opens its mail. */
export const mayEnter = async (ctx: Ctx, door: Door, keys: Keyring): Promise<boolean> =>
  door.door === "public" || (await isUnlocked(ctx, door, keys)) || (await isKnown(ctx, door, keys));
