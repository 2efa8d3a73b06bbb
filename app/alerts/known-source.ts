import { isInboxAvailable } from "~/platform/cells/inbox-call";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, oncePerDeployment } from "~/platform/isolate";
import type { AnySourceAdapter } from "~/sources/contract/contract";
import { isOverlapOpen, type SourceOverlap } from "~/sources/rules/source-overlap";
import { readSourceByToken, type SourceWithOverlaps } from "./queries/accept-facts";

/**
 * A source as this isolate read it. Each delivery that is decided with it checks in the database that it is still
 * current.
 */
export interface CachedSource extends SourceWithOverlaps {
  /** The settings, unsealed when they are first needed. */
  settings?: unknown;
  oldSettings?: unknown;
  /** Time when the database last confirmed that it is current, UTC ms. */
  readAt: number;
}

/** Sources by the hash of their tokens. */
const memoryOf = oncePerDeployment(() => new BoundedMap<string, CachedSource>(1000));

/** True when the source was found by the address that was replaced. */
export const isOldSourceAddress = ({ row }: SourceWithOverlaps, tokenHash: string): boolean =>
  row.tokenHash !== tokenHash;

export const findOpenOverlap = (
  { overlaps }: SourceWithOverlaps,
  what: SourceOverlap["what"],
  now: number,
): SourceOverlap | null => overlaps.find((each) => each.what === what && isOverlapOpen(each, now)) ?? null;

/**
 * Checks the encryption key before an inbox is needed: what an inbox keeps is sealed, and the key cannot be checked
 * while the database is away.
 */
export async function verifyEncryptionKey(ctx: Ctx): Promise<void> {
  if (!isInboxAvailable(ctx)) return;
  const trouble = await ctx.secrets.sealingTrouble().catch((error: unknown) => error);
  if (trouble !== null) ctx.log.warn("ingest.own_key", { reason: String(trouble) });
}

/**
 * Returns the source of an address; null when the address is unknown, or is an old one that had expired at `at`, UTC
 * ms.
 */
export async function loadSourceByToken(ctx: Ctx, tokenHash: string, at = ctx.now()): Promise<CachedSource | null> {
  const remembered = findCachedSourceByToken(ctx, tokenHash, at);
  if (remembered) return remembered;
  const [found] = await Promise.all([readSourceByToken(ctx, tokenHash, at), verifyEncryptionKey(ctx)]);
  if (!found) return null;
  const read = { ...found, readAt: ctx.now() };
  memoryOf(ctx).set(tokenHash, read);
  return read;
}

/**
 * Returns the source as this isolate remembers it, for when the database is away; null when its old address has
 * expired.
 */
export function findCachedSourceByToken(ctx: Ctx, tokenHash: string, at = ctx.now()): CachedSource | null {
  const remembered = memoryOf(ctx).get(tokenHash);
  const isOver = remembered && isOldSourceAddress(remembered, tokenHash) && !findOpenOverlap(remembered, "address", at);
  return remembered && !isOver ? remembered : null;
}

export const forgetCachedSource = (ctx: Ctx, tokenHash: string): void => void memoryOf(ctx).delete(tokenHash);

async function opened(ctx: Ctx, adapter: AnySourceAdapter, sealed: string): Promise<unknown> {
  const text = await ctx.secrets.open(sealed);
  return text === null ? null : adapter.settings.parse(JSON.parse(text));
}

/** Returns the settings; null while they are sealed with a secret that is not set. */
export async function openCachedSourceSettings(
  ctx: Ctx,
  adapter: AnySourceAdapter,
  source: CachedSource,
): Promise<unknown> {
  source.settings ??= await opened(ctx, adapter, source.row.settingsSealed);
  return source.settings;
}

/** Returns the former settings if their secrets still verified a sender at `at`, UTC ms; null when there are none. */
export async function openCachedOldSettings(
  ctx: Ctx,
  adapter: AnySourceAdapter,
  source: CachedSource,
  at: number,
): Promise<unknown> {
  const overlap = findOpenOverlap(source, "settings", at);
  if (!overlap) return null;
  source.oldSettings ??= await opened(ctx, adapter, overlap.sealed);
  return source.oldSettings;
}
