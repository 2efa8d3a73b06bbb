import { eq, sql } from "drizzle-orm";
import type { PurgeProgress } from "~/backup/rules/purge";
import { leaseEndsAheadSql, mayRunAgainSql } from "~/db/instants";
import { readBatch } from "~/db/read";
import { deploymentTable } from "~/db/schema";
import { withInstantSql } from "~/db/with-instant";
import type { UsageByDay } from "~/deployment/usage/rules/usage";
import { dueImportsSql, nextImportsSql } from "~/importers/queries/import-due";
import { allMonitorShardsQuery, dueMonitorShardsQuery, type MonitorShardRow } from "~/monitors/queries/shard";
import { hasOverdueNoticeSql } from "~/notifications/queries/due-notices";
import { dueMissedNoticesSql } from "~/notifications/queries/missed-notices";
import type { Ctx } from "~/platform/ctx";
import { dueRenderingSql } from "~/status-page/rendering/queries/rendering-due";
import { dueRestatingsSql } from "~/status-page/restating/queries/restating-due";
import { nextDayStart } from "~/time/day";
import { hourMs, minuteMs } from "~/time/durations";
import { isStampAhead } from "~/time/instants";
import type { WorkUnit, WorkUnitKind } from "~/time/units";
import { isDeadlineJudgedNext } from "../rules/gap";
import { dueListColumn, maxDueWorkUnitsPerKind, parseWorkUnitList } from "./due-list";
import { noticesDueSinceColumn } from "./send-due";
import { heartbeatsDueColumn, maxHeartbeatsPerBatch, parseDueWorkUnits, silenceDueColumn } from "./units-to-judge";

type Db = Pick<Ctx, "db">;

/** Age above which an open day may be over, in any time zone. */
export const minClosableDayAgeMs = 22 * hourMs;

/** The instant of the tick's query, its first parameter: D1 takes a hundred, and the query reads it as often. */
const instant = "?1";

const edgesDue = (table: "maintenance" | "maintenance_series") =>
  dueListColumn(
    `SELECT page_id, id, due_at AS since, tries FROM ${table} WHERE due_at <= ${instant} AND not_before <= ${instant}`,
  );

/**
 * Runs a question only every fifth minute, because its work is not urgent: a question costs a row even when nothing is
 * found.
 */
const seldom = (minute: number, question: string) => (minute % 5 === 0 ? question : "NULL");

const manualDue = dueListColumn(`SELECT page_id, page_id AS id, manual_until AS since, 0 AS tries
    FROM component INDEXED BY component_manual_until WHERE manual_until <= ${instant} AND manual_not_before <= ${instant}`);

/** Lists pages on which an alert may have been unacknowledged for long; asked only when the pages are walked. */
const escalationsDue = (always: boolean) =>
  `CASE WHEN deployment.pages_look_at <= ${instant} OR ${always ? 1 : 0} THEN ${dueListColumn(
    `SELECT id AS page_id, id, escalation_due_at AS since, escalation_tries AS tries FROM page INDEXED BY page_escalation
      WHERE escalation_due_at <= ${instant} AND escalation_not_before <= ${instant}`,
    maxHeartbeatsPerBatch,
  )} END`;

/** Lists imports that continue: when the pages are walked, as each walk says when the next import is due. */
const importsDue = (always: boolean) =>
  `CASE WHEN deployment.pages_look_at <= ${instant} OR ${always ? 1 : 0} THEN ${dueListColumn(dueImportsSql(instant, always))} END`;

const ofDeployment = ({ db }: Db, now: number, always: boolean) => {
  const minute = Math.floor(now / minuteMs);
  const column = <T>(text: string, name: string) => sql<T>`${sql.raw(text)}`.as(name);
  return db
    .select({
      // First, so that `instant` means it.
      at: sql<number>`${now}`.as("asked_for"),
      tickAt: deploymentTable.tickAt,
      pagesLookAt: deploymentTable.pagesLookAt,
      heartbeatSealed: deploymentTable.heartbeatSealed,
      selfCheckSealed: deploymentTable.selfCheckSealed,
      globalpingSealed: deploymentTable.globalpingSealed,
      usage: deploymentTable.usage,
      toSendSince: column<number | null>(noticesDueSinceColumn(instant, minute), "to_send_since"),
      waitsTooLong: column<number>(hasOverdueNoticeSql(instant), "waits_too_long"),
      missed: column<number>(dueMissedNoticesSql(instant), "missed_due"),
      maintenances: column<string>(edgesDue("maintenance"), "maintenances_due"),
      manual: column<string>(manualDue, "manual_due"),
      heartbeats: column<string | null>(heartbeatsDueColumn(instant), "heartbeats_due"),
      silence: column<string | null>(silenceDueColumn(instant), "silence_due"),
      escalations: column<string | null>(escalationsDue(always), "escalations_due"),
      series: column<string | null>(seldom(minute, edgesDue("maintenance_series")), "series_due"),
      restating: column<string | null>(seldom(minute, dueListColumn(dueRestatingsSql(instant))), "restating_due"),
      rendering: column<string | null>(seldom(minute, dueListColumn(dueRenderingSql(instant))), "rendering_due"),
      imports: column<string | null>(importsDue(always), "imports_due"),
      purgeMarks: deploymentTable.purgeCursor,
      configurationDueAt: deploymentTable.configurationDueAt,
    })
    .from(deploymentTable)
    .where(eq(deploymentTable.id, 1));
};

const ahead = (now: number) => withInstantSql(leaseEndsAheadSql, now);
const mayRun = (now: number) => withInstantSql((at) => mayRunAgainSql(at), now);

/**
 * Time of the request, at most now; when it was not recorded, a minute ago, so that newer work does not overtake it.
 */
const askedAt = (now: number) => sql`iif(asked_at = 0, ${now - minuteMs}, min(asked_at, ${now}))`;

const settlesDue = ({ db }: Db, now: number) =>
  db
    .select({
      pageId: sql<string>`page_id`.as("page_id"),
      since: sql<number>`since`.as("since"),
      tries: sql<number>`tries`.as("tries"),
      recovers: sql<number>`recovers`.as("recovers"),
    })
    .from(
      sql`(SELECT s.page_id, s.tries, s.recovered_at IS NOT NULL AS recovers,
        min(iif(s.wanted > s.done, ${askedAt(now)}, ${now}), min(coalesce(s.due_at, ${now}), ${now})) AS since
        FROM settle s WHERE (s.wanted > s.done OR s.due_at <= ${now} OR ${ahead(now)}) AND ${mayRun(now)} ORDER BY since LIMIT ${maxDueWorkUnitsPerKind})`,
    );

/** Lists documents that were requested or expired. */
const publishesDue = ({ db }: Db, now: number) =>
  db
    .select({
      pageId: sql<string>`page_id`.as("page_id"),
      since: sql<number>`since`.as("since"),
      tries: sql<number>`tries`.as("tries"),
      ranOut: sql<number>`ran_out`.as("ran_out"),
    })
    .from(
      sql`(SELECT n.page_id, max(n.tries) AS tries, max(n.built = n.wanted) AS ran_out,
        min(iif(n.built < n.wanted, ${askedAt(now)}, n.fresh_until)) AS since
        FROM snapshot n WHERE n.audience = 'public'
        AND (n.built < n.wanted OR (n.fresh_until <= ${now} AND n.built > 0)) AND ${mayRun(now)}
        GROUP BY n.page_id ORDER BY since LIMIT ${maxDueWorkUnitsPerKind})`,
    );

interface OpenDayRow {
  pageId: string;
  timeZone: string;
  openDayAt: number;
  tries: number;
}

const daysOpen = ({ db }: Db, now: number) =>
  db
    .select({
      pageId: sql<string>`id`.as("id"),
      timeZone: sql<string>`time_zone`.as("time_zone"),
      openDayAt: sql<number>`open_day_at`.as("open_day_at"),
      tries: sql<number>`day_tries`.as("day_tries"),
    })
    .from(
      sql`(SELECT p.id, p.time_zone, p.open_day_at, p.day_tries FROM page p
        WHERE p.open_day_at <= ${now - minClosableDayAgeMs} AND p.day_not_before <= ${now}
        AND p.deleted_at IS NULL ORDER BY p.open_day_at LIMIT ${maxDueWorkUnitsPerKind})`,
    );

/**
 * Sets the time of the next walk of the pages, from the same database state that the walk saw: a later request lowers
 * it again. A page's day ends when its document does; a day that could not be closed sets the time of its own next
 * attempt.
 */
const nextWalk = ({ db, bindings }: Pick<Ctx, "db" | "bindings">, now: number) => {
  const copies = bindings.COPIES !== undefined;
  const times = sql`SELECT iif(${ahead(now)}, 0, iif(wanted > done, not_before, max(due_at, not_before))) AS at
      FROM settle WHERE wanted > done OR due_at IS NOT NULL
    UNION ALL SELECT iif(built < wanted, not_before, fresh_until)
      FROM snapshot WHERE audience = 'public' AND (built < wanted OR built > 0)
    UNION ALL SELECT max(not_before, copied_at + ${minuteMs})
      FROM snapshot WHERE audience = 'public' AND visibility = 'public' AND copied < built AND ${copies ? 1 : 0}
    UNION ALL SELECT max(escalation_due_at, escalation_not_before) FROM page WHERE escalation_due_at IS NOT NULL
    UNION ALL SELECT * FROM (SELECT day_not_before FROM page WHERE day_tries > 0 AND deleted_at IS NULL
      UNION ALL SELECT * FROM (${sql.raw(nextImportsSql)}))`;
  return db
    .update(deploymentTable)
    .set({ pagesLookAt: sql`next.at` })
    .from(sql`(SELECT iif(coalesce(min(at), 0) <= ${now}, 0, min(at)) AS at FROM (${times})) next`)
    .where(sql`deployment.id = 1 AND deployment.pages_look_at <> next.at`);
};

const pageUnit = (
  kind: WorkUnitKind,
  { pageId, since, tries }: { pageId: string; since: number; tries: number },
): WorkUnit => ({
  kind,
  pageId,
  id: pageId,
  dueAt: since,
  tries,
});

function dayUnits(days: readonly OpenDayRow[], now: number): WorkUnit[] {
  return days.flatMap(({ pageId, timeZone, openDayAt, tries }) => {
    const since = nextDayStart(timeZone, openDayAt);
    return since <= now ? [pageUnit("day", { pageId, since, tries })] : [];
  });
}

export interface DueWorkUnits {
  tickAt: number;
  heartbeatSealed: string | null;
  selfCheckSealed: string | null;
  globalpingSealed: string | null;
  /** Counts of the last days, as far as they are written. */
  usage: UsageByDay;
  units: WorkUnit[];
  /** True if a document expired, so that a new document must be requested. */
  ranOut: boolean;
  shards: MonitorShardRow[];
  toSend: boolean;
  /** True when a notice has waited longer than allowed. */
  waitsTooLong: boolean;
  /** True when notices without a recipient now have one, or are too old. */
  missed: boolean;
  /** True when the last tick's clock was ahead. */
  wentBack: boolean;
  /** True when the next tick has to judge whether a ping or delivery came in time. */
  judgedNext: boolean;
  /** Time since which notices wait, in whole minutes and at most three, or since an email was last sent. */
  toSendSince: number | null;
  purgeMarks: PurgeProgress;
  /** True when jobs of configuration files continue; the row that is read anyway says so. */
  configures: boolean;
  /** True when all pages were looked at. */
  walked: boolean;
}

/**
 * Walks all pages: returns what must be settled, published and closed, and sets the time of the next walk. Four
 * statements.
 */
async function walkPages(ctx: Ctx, now: number): Promise<{ units: WorkUnit[]; ranOut: boolean }> {
  const [settles, publishes, days] = await readBatch(
    ctx,
    settlesDue(ctx, now),
    publishesDue(ctx, now),
    daysOpen(ctx, now),
    nextWalk(ctx, now),
  );
  const units = [
    ...settles.map((each) => ({ ...pageUnit("settle", each), recovers: Boolean(each.recovers) })),
    ...publishes.map((each) => pageUnit("publish", each)),
    ...dayUnits(days, now),
  ];
  return { units, ranOut: publishes.some((each) => each.ranOut) };
}

/**
 * Returns true if the job is due. A time further ahead than a retry waits was written by a wrong clock, and is treated
 * as due.
 */
const isConfigurationDue = (dueAt: number | null, now: number): boolean =>
  dueAt !== null && (dueAt <= now || dueAt > now + hourMs);

/**
 * Returns everything that is due. An idle minute reads a handful of rows, independent of the number of pages and
 * shards: pages are walked when work was requested or became due, shards are read when they are due, and all of both
 * when `always` is set.
 */
export async function readDueWorkUnits(ctx: Ctx, now: number, always: boolean): Promise<DueWorkUnits> {
  const [[own], asked] = await readBatch(
    ctx,
    ofDeployment(ctx, now, always),
    always ? allMonitorShardsQuery(ctx) : dueMonitorShardsQuery(ctx, now),
  );
  const wentBack = isStampAhead(own?.tickAt ?? 0, now);
  const [shards] = wentBack && !always ? await readBatch(ctx, allMonitorShardsQuery(ctx)) : [asked];
  const walks = always || (own?.pagesLookAt ?? 0) <= now || wentBack;
  const walked = walks ? await walkPages(ctx, now) : { units: [], ranOut: false };
  const heartbeats = parseDueWorkUnits("heartbeats", own?.heartbeats);
  const silence = parseDueWorkUnits("silence", own?.silence);
  const listedUnits = [
    ...parseWorkUnitList("maintenance", own?.maintenances),
    ...parseWorkUnitList("manual", own?.manual),
    ...heartbeats.units,
    ...silence.units,
    ...parseWorkUnitList("escalation", own?.escalations),
    ...parseWorkUnitList("series", own?.series),
    ...parseWorkUnitList("restating", own?.restating),
    ...parseWorkUnitList("rendering", own?.rendering),
    ...parseWorkUnitList("import", own?.imports),
  ];
  return {
    tickAt: own?.tickAt ?? 0,
    heartbeatSealed: own?.heartbeatSealed ?? null,
    selfCheckSealed: own?.selfCheckSealed ?? null,
    globalpingSealed: own?.globalpingSealed ?? null,
    usage: own?.usage ?? {},
    units: [...walked.units, ...listedUnits],
    ranOut: walked.ranOut,
    shards,
    toSend: typeof own?.toSendSince === "number" || Boolean(own?.waitsTooLong),
    waitsTooLong: Boolean(own?.waitsTooLong),
    missed: Boolean(own?.missed),
    wentBack,
    judgedNext: heartbeats.isNext || silence.isNext || isDeadlineJudgedNext(own?.pagesLookAt ?? 0, now),
    toSendSince: own?.toSendSince ?? null,
    purgeMarks: own?.purgeMarks ?? {},
    configures: isConfigurationDue(own?.configurationDueAt ?? null, now),
    walked: walks,
  };
}
