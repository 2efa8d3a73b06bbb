import { isStampedWithin } from "~/time/instants";
import type { Ctx } from "./ctx";
import { onePerDeployment } from "./isolate";

/** Why a database takes nothing more in, until somebody makes room or the day is over. */
export type StorageTrouble = "full" | "read_only" | "failing" | "quota";

const told: readonly [StorageTrouble, RegExp][] = [
  // SQLite's on one machine and D1's own: of a database's size, and of all that an account stores.
  ["full", /SQLITE_FULL|exceeded maximum db size|exceeded d1's maximum account storage/i],
  ["read_only", /SQLITE_READONLY/],
  ["failing", /SQLITE_(IOERR|CANTOPEN|CORRUPT|NOTADB)/],
  // The day's rows, or an invocation's room (D1's list of errors, changelog of 2026-09-01).
  ["quota", /exceeded (d1's free tier|maximum|.*quota)/i],
];

/** Trying again at once is of no use; null = it is something else. */
export const storageTroubleOf = (message: string): StorageTrouble | null =>
  told.find(([, pattern]) => pattern.test(message))?.[0] ?? null;

interface Refused {
  why: StorageTrouble;
  at: number;
  /** When somebody last began to look whether it is still so. */
  lookedAt: number;
}

const memoryOf = onePerDeployment((): { refused: Refused | null } => ({ refused: null }));

/** Where little room is left small rows fit and large ones do not: so long after the last refusal it is not over, in ms. No longer than senders wait. */
const calmAfter = 10_000;

type Knowing = Pick<Ctx, "bindings" | "now">;

export function noteRefused(ctx: Knowing, why: StorageTrouble): void {
  memoryOf(ctx).refused = { why, at: ctx.now(), lookedAt: ctx.now() };
}

const isFresh = (at: number, now: number): boolean => isStampedWithin(at, now, calmAfter);

/** Whoever asks meanwhile hears what was known, also where looking takes long. */
export function noteLooked(ctx: Knowing): void {
  const { refused } = memoryOf(ctx);
  if (refused) refused.lookedAt = ctx.now();
}

/** Something was written: what was refused before that is over. */
export function noteWritten(ctx: Knowing): void {
  const memory = memoryOf(ctx);
  if (memory.refused && !isFresh(memory.refused.at, ctx.now())) memory.refused = null;
}

/** What this isolate knows: `isSure` = of the last seconds, else a write has to show whether it is still so. */
export function knownStorageTrouble(ctx: Knowing): { why: StorageTrouble; isSure: boolean } | null {
  const { refused } = memoryOf(ctx);
  const now = ctx.now();
  return refused && { why: refused.why, isSure: isFresh(refused.at, now) || isFresh(refused.lookedAt, now) };
}
