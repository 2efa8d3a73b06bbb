import { type SnapshotRow, selectView } from "~/db/queries/snapshot";
import type { Ctx } from "~/platform/ctx";
import { within } from "~/platform/database";
import { fail, ok, type Result } from "~/rules/failure";
import type { PublishedView, Snapshot } from "~/rules/snapshot-document";
import { readCopy } from "./copies";

export type Where = { slug: string } | { host: string };

/** Deadlines of protocols §2, in ms. */
const readDeadline = 1500;
const memoryFor = 1000;
const breakFor = 30_000;

interface Remembered {
  snapshot: Snapshot;
  built: number;
  observedAt: number;
  /** When the row was last asked for and answered. */
  readAt: number;
}

const memory = new Map<string, Remembered>();
const memorySize = 200;
const failures = { at: [] as number[], brokenUntil: 0 };

const keyOf = (where: Where) => ("slug" in where ? `/${where.slug}` : where.host);

function remember(key: string, entry: Remembered): Remembered {
  memory.delete(key);
  memory.set(key, entry);
  const oldest = memory.size > memorySize ? memory.keys().next().value : undefined;
  if (oldest !== undefined) memory.delete(oldest);
  return entry;
}

const shown = (entry: Remembered, staleSince: number | null): PublishedView => ({
  snapshot: entry.snapshot,
  observedAt: entry.observedAt,
  staleSince,
});

/** What this isolate read within the last second: no row is asked for. */
export function freshInMemory(where: Where, now: number): PublishedView | null {
  const entry = memory.get(keyOf(where));
  return entry && now - entry.readAt < memoryFor ? shown(entry, null) : null;
}

/** Forgets everything: a new isolate. */
export function forgetMemory(): void {
  memory.clear();
  failures.at = [];
  failures.brokenUntil = 0;
}

/** Two failures within 10 s open the breaker: for 30 s readers go straight to the copy. */
function noteFailure(now: number): void {
  failures.at = [...failures.at.filter((at) => now - at < 10_000), now];
  if (failures.at.length >= 2) failures.brokenUntil = now + breakFor;
}

async function readRow(ctx: Ctx, where: Where, have: number): Promise<SnapshotRow | null> {
  const { sql, params } = selectView(where, have);
  const answer = await within(
    ctx.d1
      .prepare(sql)
      .bind(...params)
      .all<SnapshotRow>(),
    readDeadline,
  );
  return answer.results[0] ?? null;
}

/** Takes over what the row says; inside one isolate revisions never go back. */
function adopt(key: string, row: SnapshotRow, known: Remembered | undefined, now: number): Remembered | null {
  const newer = row.body !== null && (!known || row.built >= known.built);
  const snapshot = newer ? (JSON.parse(row.body as string) as Snapshot) : known?.snapshot;
  if (!snapshot) return null;
  const built = newer ? row.built : (known?.built ?? 0);
  return remember(key, { snapshot, built, observedAt: row.observed_at, readAt: now });
}

/** From memory, then the last good copy; without one nobody can say: 503, never green. */
async function fromCopy(ctx: Ctx, where: Where): Promise<Result<PublishedView>> {
  const known = memory.get(keyOf(where));
  if (known) return ok(shown(known, known.readAt));
  const copy = "slug" in where ? await readCopy(ctx, where.slug).catch(() => null) : null;
  if (!copy) return fail({ name: "overloaded", retryAfter: 30 });
  return ok({ snapshot: copy.snapshot, observedAt: copy.at, staleSince: copy.at });
}

/** The public page as every format prints it: one row read, or none from a copy ≤ 1 s old. A visitor never builds. */
export async function viewPage(ctx: Ctx, where: Where): Promise<Result<PublishedView>> {
  const now = ctx.now();
  const fresh = freshInMemory(where, now);
  if (fresh) return ok(fresh);
  if (now < failures.brokenUntil) return fromCopy(ctx, where);
  const key = keyOf(where);
  const known = memory.get(key);
  let row: SnapshotRow | null;
  try {
    row = await readRow(ctx, where, known?.built ?? -1);
  } catch (error) {
    ctx.log.error("view.read", error);
    noteFailure(ctx.now());
    return fromCopy(ctx, where);
  }
  if (row?.visibility !== "public") {
    memory.delete(key);
    return fail({ name: "missing" });
  }
  const entry = adopt(key, row, known, now);
  return entry ? ok(shown(entry, null)) : fail({ name: "overloaded", retryAfter: 5 });
}
