import type { ReaderKeyring } from "~/access/keyring";
import { pageKeySigningText, passphraseGenerationOf } from "~/pages/rules/page-door";
import { findSession } from "~/people/find-session";
import type { Ctx } from "~/platform/ctx";
import { failureOfError } from "~/platform/failure-of";
import { isSubscriptionTokenOfPage } from "~/subscribers/token-holder";

/** A page's access setting (pages/rules/page-door), with the address that was requested. */
export interface PageAccessSetting {
  pageId: string;
  door: string;
  slug: string | null;
}

async function isUnlocked(ctx: Ctx, { pageId, door }: PageAccessSetting, keys: ReaderKeyring): Promise<boolean> {
  const generation = passphraseGenerationOf(door);
  const key = generation === null ? null : keys.keyOf(pageId);
  return key !== null && generation !== null && ctx.secrets.verify(pageKeySigningText(pageId, generation), key);
}

async function isMember(ctx: Ctx, { slug }: PageAccessSetting, { sessionToken }: ReaderKeyring): Promise<boolean> {
  if (slug === null || sessionToken === null) return false;
  return (await findSession(ctx, { token: sessionToken, slug }))?.membership != null;
}

/** Returns false while the database is away, because memberships and subscriptions cannot be looked up then. */
async function isKnown(ctx: Ctx, door: PageAccessSetting, keys: ReaderKeyring): Promise<boolean> {
  try {
    return (
      (await isMember(ctx, door, keys)) ||
      (keys.link !== null && (await isSubscriptionTokenOfPage(ctx, door.pageId, keys.link)))
    );
  } catch (error) {
    if (failureOfError(error) === null) throw error;
    ctx.log.error("door.known", error);
    return false;
  }
}

/**
 * True when the page opens for this reader: it is public, or the reader has its passphrase's key, is a member, or opens
 * it from a link in its email.
 */
export const mayViewPage = async (ctx: Ctx, door: PageAccessSetting, keys: ReaderKeyring): Promise<boolean> =>
  door.door === "public" || (await isUnlocked(ctx, door, keys)) || (await isKnown(ctx, door, keys));
