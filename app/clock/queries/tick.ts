import { settleAfterJump } from "~/alerts/settling/queries/settle";
import { mayStamp } from "~/db/instants";
import { runBatch } from "~/db/run-batch";
import type { Statement } from "~/db/write";
import { type TickUsage, usageDays } from "~/deployment/usage/rules/usage";
import { escalateAfterJump } from "~/escalation/queries/escalation";
import { expectAfterJump } from "~/heartbeats/queries/heartbeat-ping";
import { endLongWaits } from "~/notifications/queries/notice";
import type { Ctx } from "~/platform/ctx";
import { lookAfterJump } from "~/sources/queries/source-silence";
import { buildFrontsAnew, bumpStale } from "~/status-page/queries/snapshot";
import { endsAhead, noStandstillAhead, standstillRow } from "~/status-page/timeline/queries/standstill";
import type { Span } from "~/status-page/timeline/rules/timeline";
import { dayOf } from "~/time/day";
import { dayMs } from "~/time/durations";
import { moveDeadlines } from "./gap";

/** Id of the key that seals, and of the previous key when a rotation keeps it. */
export interface TickKeys {
  now: string;
  known: readonly string[];
}

/** Adds one count of the day that `spent` names. */
const addedUp = (place: number): string =>
  `coalesce(usage ->> ('$."' || spent.key || '"[${place}]'), 0) + coalesce(spent.value ->> ${place}, 0)`;

/**
 * Writes the stamp, the check value of the secret when there is none or it is the previous one, and the ticks' costs
 * since then, added to their days; the oldest days are dropped. One row.
 */
const stampTick = (now: number, spent: TickUsage, keys: TickKeys): Statement => ({
  sql: `UPDATE deployment SET tick_at = ?1,
    secret_key = CASE WHEN secret_key IS NULL OR secret_key IN (SELECT value FROM json_each(?5)) THEN ?4 ELSE secret_key END,
    usage = json_patch(usage, (SELECT json_group_object(key, json(counts)) FROM (
      SELECT key, NULL AS counts FROM json_each(deployment.usage) WHERE key < ?3
      UNION ALL SELECT key, json_array(${[0, 1, 2, 3, 4, 5].map(addedUp).join(", ")}) FROM json_each(?2) spent WHERE key >= ?3)))
    WHERE id = 1 AND ${mayStamp("?1")}`,
  params: [now, JSON.stringify(spent), dayOf("Etc/UTC", now - usageDays * dayMs), keys.now, JSON.stringify(keys.known)],
});

/** Writes only the stamp, as a sign that the deployment could receive pings. */
const signOfLife = (now: number): Statement => ({
  sql: `UPDATE deployment SET tick_at = ?1 WHERE id = 1 AND ${mayStamp("?1")}`,
  params: [now],
});

/**
 * Records the standstill in one row for the whole deployment, in the batch that stamps; every page shows it in its
 * history.
 */
const standstillRows = (stood: Span | null, now: number): Statement[] =>
  stood === null ? [] : [standstillRow(stood), buildFrontsAnew(now)];

interface Wants {
  stale: boolean;
  stamps: boolean;
  /** True when a stamp is needed outside stamping minutes, so that the next tick knows that this one ran. */
  signs: boolean;
  /** The standstill that the stamp ends. */
  stood: Span | null;
  /** The stretches in which no ping or delivery could arrive. */
  gaps: readonly Span[];
  /** Notifications about the gap that the stamp ends: in one batch, so that neither is lost. */
  births: readonly Statement[];
  spent: TickUsage;
  keys: TickKeys;
  /** True when the last stamp was from a clock that was ahead. */
  wentBack: boolean;
  /** True when a notice has waited longer than allowed. */
  waitsTooLong: boolean;
}

/**
 * Returns the statements after a clock that was ahead was set back: pages that counted a standstill in that time are
 * built again.
 */
const afterJump = (now: number): Statement[] => [
  settleAfterJump(now),
  lookAfterJump(now),
  expectAfterJump(now),
  escalateAfterJump(now),
  buildFrontsAnew(now, `EXISTS (SELECT 1 FROM standstill WHERE ${endsAhead})`),
  noStandstillAhead(now),
];

/** Requests a new build of expired documents, and writes the stamp in a stamping minute. At most one write batch. */
export async function stamp(ctx: Ctx, now: number, wants: Wants): Promise<void> {
  const stamps = wants.stamps ? [stampTick(now, wants.spent, wants.keys)] : [];
  const signs = wants.signs && !wants.stamps ? [signOfLife(now)] : [];
  const statements = [
    ...(wants.stale ? [bumpStale(now)] : []),
    ...wants.births,
    ...(wants.wentBack ? afterJump(now) : []),
    ...moveDeadlines(wants.gaps),
    ...standstillRows(wants.stood, now),
    ...stamps,
    ...signs,
  ];
  if (wants.waitsTooLong) statements.push(endLongWaits(now));
  if (statements.length > 0) await runBatch(ctx, statements);
}
