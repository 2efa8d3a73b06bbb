import { settleAfterClockJumpStatement } from "~/alerts/settling/queries/settle";
import { mayStampTickSql } from "~/db/instants";
import { runBatch } from "~/db/run-batch";
import type { SqlStatement } from "~/db/write";
import { type UsageByDay, usageDays } from "~/deployment/usage/rules/usage";
import { escalateAfterClockJumpStatement } from "~/escalation/queries/escalation";
import { clampDueChecksStatement } from "~/heartbeats/queries/heartbeat-ping";
import { endLongNoticeWaitsStatement } from "~/notifications/queries/due-notices";
import type { Ctx } from "~/platform/ctx";
import { clampDueSilenceChecksStatement } from "~/sources/queries/source-silence";
import { rebuildExpiredDocumentsStatement, rebuildFrontPagesStatement } from "~/status-page/queries/snapshot";
import {
  deleteFutureStandstillsStatement,
  futureStandstillCondition,
  insertStandstillStatement,
} from "~/status-page/timeline/queries/standstill";
import type { TimeSpan } from "~/status-page/timeline/rules/timeline";
import { dayOf } from "~/time/day";
import { dayMs } from "~/time/durations";
import { moveDeadlinesStatements } from "./gap";

/** Id of the key that seals, and of the previous key when a rotation keeps it. */
export interface SealingKeyIds {
  now: string;
  known: readonly string[];
}

/** Returns SQL that adds one of the counts of a day in `spent`. */
const addedUp = (place: number): string =>
  `coalesce(usage ->> ('$."' || spent.key || '"[${place}]'), 0) + coalesce(spent.value ->> ${place}, 0)`;

/**
 * Writes the stamp and adds the costs of the ticks since the last one to their days; the oldest days are dropped. Also
 * writes the check value of the secret if it is missing or that of the previous secret. Writes one row.
 */
const stampTick = (now: number, spent: UsageByDay, keys: SealingKeyIds): SqlStatement => ({
  sql: `UPDATE deployment SET tick_at = ?1,
    secret_key = CASE WHEN secret_key IS NULL OR secret_key IN (SELECT value FROM json_each(?5)) THEN ?4 ELSE secret_key END,
    usage = json_patch(usage, (SELECT json_group_object(key, json(counts)) FROM (
      SELECT key, NULL AS counts FROM json_each(deployment.usage) WHERE key < ?3
      UNION ALL SELECT key, json_array(${[0, 1, 2, 3, 4, 5].map(addedUp).join(", ")}) FROM json_each(?2) spent WHERE key >= ?3)))
    WHERE id = 1 AND ${mayStampTickSql("?1")}`,
  params: [now, JSON.stringify(spent), dayOf("Etc/UTC", now - usageDays * dayMs), keys.now, JSON.stringify(keys.known)],
});

/** Writes only the stamp, as a sign that the deployment could receive pings. */
const signOfLife = (now: number): SqlStatement => ({
  sql: `UPDATE deployment SET tick_at = ?1 WHERE id = 1 AND ${mayStampTickSql("?1")}`,
  params: [now],
});

/**
 * Records the standstill in one row for the whole deployment, in the batch that stamps; every page shows it in its
 * history.
 */
const standstillRows = (stood: TimeSpan | null, now: number): SqlStatement[] =>
  stood === null ? [] : [insertStandstillStatement(stood), rebuildFrontPagesStatement(now)];

interface TickWrites {
  stale: boolean;
  stamps: boolean;
  /** True if a stamp is needed outside stamping minutes, so that the next tick knows that this tick ran. */
  signs: boolean;
  /** The standstill that the stamp ends. */
  stood: TimeSpan | null;
  /** The stretches in which no ping or delivery could arrive. */
  gaps: readonly TimeSpan[];
  /**
   * Statements that store notifications about the gap that the stamp ends. They are in the same batch, so that neither
   * is lost.
   */
  births: readonly SqlStatement[];
  spent: UsageByDay;
  keys: SealingKeyIds;
  /** True when the last stamp was from a clock that was ahead. */
  wentBack: boolean;
  /** True when a notice has waited longer than allowed. */
  waitsTooLong: boolean;
}

/**
 * Returns the statements after a clock that was ahead was set back: pages that counted a standstill in that time are
 * built again.
 */
const afterJump = (now: number): SqlStatement[] => [
  settleAfterClockJumpStatement(now),
  clampDueSilenceChecksStatement(now),
  clampDueChecksStatement(now),
  escalateAfterClockJumpStatement(now),
  rebuildFrontPagesStatement(now, `EXISTS (SELECT 1 FROM standstill WHERE ${futureStandstillCondition})`),
  deleteFutureStandstillsStatement(now),
];

/** Requests a new build of expired documents, and writes the stamp in a stamping minute. At most one write batch. */
export async function writeTickStamp(ctx: Ctx, now: number, wants: TickWrites): Promise<void> {
  const stamps = wants.stamps ? [stampTick(now, wants.spent, wants.keys)] : [];
  const signs = wants.signs && !wants.stamps ? [signOfLife(now)] : [];
  const statements = [
    ...(wants.stale ? [rebuildExpiredDocumentsStatement(now)] : []),
    ...wants.births,
    ...(wants.wentBack ? afterJump(now) : []),
    ...moveDeadlinesStatements(wants.gaps),
    ...standstillRows(wants.stood, now),
    ...stamps,
    ...signs,
  ];
  if (wants.waitsTooLong) statements.push(endLongNoticeWaitsStatement(now));
  if (statements.length > 0) await runBatch(ctx, statements);
}
