import { isStampedWithin } from "~/time/instants";
import type { Ctx } from "./ctx";
import { oncePerDeployment } from "./isolate";

/** The reason why a database accepts no writes until the operator makes room or the day is over. */
export type StorageTrouble = "full" | "read_only" | "failing" | "quota";

const told: readonly [StorageTrouble, RegExp][] = [
  // SQLite's error on one machine and D1's own: the limit of a database's size, and of an account's storage.
  ["full", /SQLITE_FULL|exceeded maximum db size|exceeded d1's maximum account storage/i],
  ["read_only", /SQLITE_READONLY/],
  ["failing", /SQLITE_(IOERR|CANTOPEN|CORRUPT|NOTADB)/],
  // The day's rows, or an invocation's room (D1's list of errors, changelog of 2026-09-01).
  ["quota", /exceeded (d1's free tier|maximum|.*quota)/i],
];

/** Returns the trouble for which an immediate retry is useless; null = it is another error. */
export const storageTroubleOf = (message: string): StorageTrouble | null =>
  told.find(([, pattern]) => pattern.test(message))?.[0] ?? null;

interface StorageRefusal {
  why: StorageTrouble;
  at: number;
  /** When it was last checked whether the trouble persists. */
  lookedAt: number;
}

const memoryOf = oncePerDeployment((): { refused: StorageRefusal | null } => ({ refused: null }));

/**
 * Time after the last refusal during which a write that succeeds does not end the trouble, in ms: with little room
 * left, small rows fit and large ones do not. Not longer than senders wait.
 */
const refusalMemoryMs = 10_000;

type StorageContext = Pick<Ctx, "bindings" | "now">;

export function recordStorageRefusal(ctx: StorageContext, why: StorageTrouble): void {
  memoryOf(ctx).refused = { why, at: ctx.now(), lookedAt: ctx.now() };
}

const isFresh = (at: number, now: number): boolean => isStampedWithin(at, now, refusalMemoryMs);

/** Notes a check, so that concurrent requests get the known answer even if it takes long. */
export function recordStorageCheckStart(ctx: StorageContext): void {
  const { refused } = memoryOf(ctx);
  if (refused) refused.lookedAt = ctx.now();
}

/** Notes a write: an older refusal is over. */
export function recordStorageWrite(ctx: StorageContext): void {
  const memory = memoryOf(ctx);
  if (memory.refused && !isFresh(memory.refused.at, ctx.now())) memory.refused = null;
}

/**
 * Returns what this isolate knows: `isSure` = noted in the last seconds; otherwise a write must show whether it
 * persists.
 */
export function findRememberedStorageTrouble(ctx: StorageContext): { why: StorageTrouble; isSure: boolean } | null {
  const { refused } = memoryOf(ctx);
  const now = ctx.now();
  return refused && { why: refused.why, isSure: isFresh(refused.at, now) || isFresh(refused.lookedAt, now) };
}
