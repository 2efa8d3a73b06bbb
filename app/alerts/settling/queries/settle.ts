import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { leaseEndsAheadSql, leaseIsOverSql } from "~/db/instants";
import { type PageIdOrSql, readByPage } from "~/db/read-pages";
import { runBatch } from "~/db/run-batch";
import { componentTable, incidentTable, pageTable, settleTable } from "~/db/schema";
import { guardRowsStatement, guardTableStatement, rowsStatement, type SqlStatement } from "~/db/write";
import { incidentComponentsSql } from "~/incidents/queries/incident";
import { lastComponentNewsColumn, sourceNewsColumn, wantedEventsColumn } from "~/notifications/queries/team-news";
import type { TeamNewsFacts, TeamNewsSource } from "~/notifications/rules/team-news";
import type { Ctx } from "~/platform/ctx";
import { type Status, toCoverageStatus, toStatus } from "~/status/status";
import type { TimelineState } from "~/status-page/rules/layer-change";
import {
  takeTimelineVersionColumn,
  timelineColumns,
  timelineStateOf,
} from "~/status-page/timeline/queries/status-change";
import type { AlertGroup } from "../../rules/alert-group";
import type { RuleRecord } from "../../rules/rule-match";
import { testAlertKeyPrefix } from "../../rules/signal";
import type { SettleAlertSender, SettleFacts, SettleIncident } from "../rules/settle-facts";
import { newestFiringAlertsOfPageQuery, sourcesWithCutAlerts } from "./firing-alerts";
import { settlePageListColumns } from "./page-lists";
import { readUnassignedAlertsByPage, type UnassignedAlertRow } from "./unassigned-alerts";

const leaseMs = 20_000;

/** Returns the pages that this call alone now settles, without those where nothing waits or another settling runs. */
export async function takeSettleLeases(ctx: Ctx, pageIds: readonly string[], token: string): Promise<string[]> {
  const sql = `UPDATE settle SET lease_until = ?2 + ${leaseMs}, lease_token = ?3
    WHERE page_id IN (SELECT value FROM json_each(?1)) AND ${leaseIsOverSql("?2", leaseMs)}
      AND (wanted > done OR due_at <= ?2 OR ${leaseEndsAheadSql("?2")}) RETURNING page_id AS pageId`;
  const [result] = await runBatch(ctx, [{ sql, params: [JSON.stringify(pageIds), ctx.now(), token] }]);
  return ((result?.results ?? []) as unknown as { pageId: string }[]).map(({ pageId }) => pageId);
}

/** Rolls back the batch when the lease was lost. */
export const guardSettleLeaseStatement = (pageId: string, token: string): SqlStatement =>
  guardRowsStatement(settleTable, [{ pageId, token }], {
    unless: "page_id = j.value->>'$.pageId' AND lease_token = j.value->>'$.token'",
  });

/** Rolls back the batch while a settling runs, because groups are otherwise written by the holder of the lease. */
export const guardNotSettlingStatement = (pageId: string, now: number): SqlStatement =>
  guardTableStatement(settleTable, { when: `page_id = ?1 AND NOT ${leaseIsOverSql("?2", leaseMs)}` }, [pageId, now]);

/** Makes settlings due now that were scheduled by a clock which was ahead and has been corrected. */
export const settleAfterClockJumpStatement = (now: number): SqlStatement => ({
  sql: `UPDATE settle SET asked_at = CASE WHEN wanted > done THEN asked_at ELSE ?1 END, wanted = wanted + 1
    WHERE due_at > ?1`,
  params: [now],
});

/** The state that a settling leaves at `now`; `timeline` is set when the settling adds rows to it. */
export interface SettleEndState {
  now: number;
  wanted: number;
  dueAt: number | null;
  timeline: TimelineState | null;
  observersChangedAt: ReadonlyMap<string, number>;
  /** The invocation that settles. */
  holder: string;
}

/** Marks the settling as done up to `wanted` and releases the lease. Returns the number wanted now. */
export const finishSettleStatement = (
  pageId: string,
  { now, wanted, dueAt, timeline, observersChangedAt, holder }: SettleEndState,
): SqlStatement =>
  rowsStatement(
    `UPDATE settle SET done = j.value->>'$.wanted', due_at = j.value->>'$.dueAt', lease_until = j.value->>'$.endedAt',
      timeline = ${takeTimelineVersionColumn("(j.value->>'$.timeline')", "(j.value->>'$.holder')", "(j.value->>'$.now')")},
      timeline_holder = CASE WHEN timeline_holder = j.value->>'$.holder' THEN '' ELSE timeline_holder END, not_before = 0, tries = 0, reason = NULL,
      recovered_at = CASE WHEN wanted = j.value->>'$.wanted' THEN NULL ELSE recovered_at END,
      observers_changed_at = CASE WHEN wanted = j.value->>'$.wanted' THEN j.value->>'$.changedAt' ELSE observers_changed_at END,
      publishes = CASE WHEN wanted = j.value->>'$.wanted' THEN 0 ELSE publishes END
    FROM json_each(?1) j WHERE page_id = j.value->>'$.pageId' RETURNING wanted`,
    [
      {
        pageId,
        wanted,
        dueAt,
        timeline: timeline?.timeline ?? null,
        changedAt: JSON.stringify(Object.fromEntries(observersChangedAt)),
        holder,
        now,
        endedAt: now - leaseMs,
      },
    ],
  );

const pageQuery = ({ db }: Ctx, pageId: PageIdOrSql) =>
  db
    .select({
      ...timelineColumns,
      mutedUntil: pageTable.mutedUntil,
      language: pageTable.language,
      timeZone: pageTable.timeZone,
      wanted: sql<number>`(SELECT wanted FROM settle WHERE page_id = page.id)`.as("wanted"),
      recoveredAt: sql<number | null>`(SELECT recovered_at FROM settle WHERE page_id = page.id)`.as("recovered_at"),
      // Both values are in one column, because each separate subquery costs a row.
      watching:
        sql<string>`(SELECT json_array(publishes, json(observers_changed_at)) FROM settle WHERE page_id = page.id)`.as(
          "watching",
        ),
      ...settlePageListColumns,
      wants: wantedEventsColumn.as("wants"),
      told: sourceNewsColumn.as("told"),
      changedTold: lastComponentNewsColumn.as("changed_told"),
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));

/** Reads open incidents, and those to which a group still refers. */
function incidentsAtHand({ db }: Ctx, pageId: PageIdOrSql) {
  const referred = sql`${incidentTable.id} IN (SELECT g.incident_id FROM alert_group g WHERE g.page_id = ${pageId} AND g.incident_id IS NOT NULL)`;
  return db
    .select({ row: incidentTable, components: incidentComponentsSql.as("components") })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), or(sql`closed = 0`, referred)));
}

const componentsOf = (text: string): { componentId: string; status: Status }[] =>
  (JSON.parse(text) as { componentId: string; status: string }[]).map((each) => ({
    ...each,
    status: toStatus(each.status),
  }));

type StoredRule = Omit<RuleRecord, "catchAll" | "showsTitle" | "components"> & {
  version: number;
  catchAll: number;
  showsTitle: number;
  components: { componentId: string; status: string }[];
};

const toRule = ({ version: _, ...row }: StoredRule): RuleRecord => ({
  ...row,
  mode: row.mode === "publish" || row.mode === "none" ? row.mode : "draft",
  catchAll: row.catchAll !== 0,
  showsTitle: row.showsTitle !== 0,
  components: row.components.map((each) => ({ ...each, status: toStatus(each.status) })),
});

type StoredSource = Omit<SettleAlertSender, "quietMeansWell" | "hasSpoken"> & {
  quietMeansWell: number;
  unheard: number;
};

/**
 * A monitor that has not reported yet and is not known to be silent has no status; neither has a source that never
 * delivered.
 */
const toSource =
  (newMonitors: ReadonlySet<string>) =>
  ({ quietMeansWell, unheard, ...row }: StoredSource): SettleAlertSender => ({
    ...row,
    quietMeansWell: quietMeansWell !== 0,
    hasSpoken: unheard === 0 && !(newMonitors.has(row.id) && row.silentSince === null),
  });

const toIncident = ({
  row,
  components,
}: {
  row: typeof incidentTable.$inferSelect;
  components: string;
}): SettleIncident => ({
  ...row,
  components: componentsOf(components),
});

export interface SettleReadResult {
  facts: SettleFacts;
  ruleVersions: readonly { id: string; version: number }[];
  /** The page's language, as a BCP 47 tag. */
  language: string;
  /** The time zone in which the page's own texts give times. */
  timeZone: string;
  /** Names of the page's components, by id. */
  names: ReadonlyMap<string, string>;
  /** News of the page that channels may be notified of. */
  news: Omit<TeamNewsFacts, "now" | "moved" | "fired"> & {
    fired: (TeamNewsFacts["fired"][number] & { alertId: string })[];
    /** Alerts that affect no component and open no incident. */
    unassigned: UnassignedAlertRow[];
  };
  /** Number up to which this settling settles. */
  wanted: number;
  /** True when visitors may see a change although no status changes. */
  publishes: boolean;
  /** State of the page's timeline. */
  timeline: TimelineState;
}

type HeardAlertRow = { id: string; sourceId: string; key: string; heardAt: number | null; dismissedAt: number | null };

function newsIn(
  pageId: string,
  row: { wants: string; told: string; changedTold: number | null },
  alerts: readonly HeardAlertRow[],
): SettleReadResult["news"] {
  const fired = alerts.flatMap(({ id, sourceId, heardAt: at, key, dismissedAt }) =>
    at === null || dismissedAt !== null || key.startsWith(testAlertKeyPrefix)
      ? []
      : [{ alertId: id, sourceId, heardAt: at }],
  );
  const sources = JSON.parse(row.told) as TeamNewsSource[];
  return {
    pageId,
    wants: JSON.parse(row.wants) as string[],
    sources,
    fired,
    changedTold: row.changedTold,
    unassigned: [],
  };
}

const queries = (ctx: Ctx, pageId: PageIdOrSql) =>
  [
    pageQuery(ctx, pageId),
    newestFiringAlertsOfPageQuery(ctx, pageId),
    ctx.db
      .select()
      .from(componentTable)
      .where(and(eq(componentTable.pageId, pageId), isNull(componentTable.archivedAt))),
    incidentsAtHand(ctx, pageId),
  ] as const;

type SettleQueryResults = BatchResponse<ReturnType<typeof queries>>;

function factsIn(
  pageId: string,
  [pages, alerts, parts, incidents]: SettleQueryResults,
  now: number,
): SettleReadResult | null {
  const [row] = pages;
  if (!row) return null;
  const rules = JSON.parse(row.rules) as StoredRule[];
  const newMonitors = new Set(JSON.parse(row.newMonitors) as string[]);
  const [publishes, observersChangedAt] = JSON.parse(row.watching) as [number, Record<string, number>];
  const facts: SettleFacts = {
    now,
    judgesSilence: true,
    alerts,
    rules: rules.map(toRule),
    sources: (JSON.parse(row.sources) as StoredSource[]).map(toSource(newMonitors)),
    groups: JSON.parse(row.groups) as AlertGroup[],
    components: parts.map((each) => ({
      ...each,
      observedStatus: toStatus(each.observedStatus),
      observedBefore: toStatus(each.observedBefore),
      coverage: toCoverageStatus(each.coverage),
    })),
    incidents: incidents.map(toIncident),
    mutedUntil: row.mutedUntil,
    mutedComponents: new Map(parts.flatMap(({ id, mutedUntil }) => (mutedUntil === null ? [] : [[id, mutedUntil]]))),
    maintained: new Set(JSON.parse(row.maintained) as string[]),
    recoveredAt: row.recoveredAt,
    observersChangedAt: new Map(Object.entries(observersChangedAt)),
    cutSources: sourcesWithCutAlerts(alerts),
  };
  return {
    facts,
    ruleVersions: rules.map(({ id, version }) => ({ id, version })),
    language: row.language,
    timeZone: row.timeZone,
    names: new Map(parts.map(({ id, name }) => [id, name])),
    news: newsIn(pageId, row, alerts),
    wanted: row.wanted,
    publishes: publishes !== 0,
    timeline: timelineStateOf([row]),
  };
}

/**
 * Reads all facts of the settlings of these pages in one batch, without deleted pages. 4 statements; 5 when an alert is
 * unassigned.
 */
export async function readSettleFactsByPage(
  ctx: Ctx,
  pageIds: readonly string[],
): Promise<Map<string, SettleReadResult>> {
  const now = ctx.now();
  const found = await readByPage(ctx, pageIds, (page) => queries(ctx, page));
  const read = new Map(
    [...found].flatMap(([pageId, answers]) => {
      const facts = factsIn(pageId, answers, now);
      return facts ? [[pageId, facts] as const] : [];
    }),
  );
  const unassigned = await readUnassignedAlertsByPage(
    ctx,
    new Map([...read].map(([pageId, { facts }]) => [pageId, facts])),
  );
  for (const [pageId, heard] of unassigned) read.get(pageId)?.news.unassigned.push(...heard);
  return read;
}
