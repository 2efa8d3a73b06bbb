import type { IdOnPage } from "~/access/id-on-page";
import { readOnPage } from "~/change/read-permitted";
import type { NoticeDraft } from "~/commit/commit";
import type { SqlStatement } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import { dismissDraftsStatements, incidentsLeftByDeletionQuery } from "~/incidents/queries/left-behind-incidents";
import { draftDismissedNotice } from "~/notifications/rules/taken-back-notices";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { soleWatchedComponentsQuery, soleWatcherQueries, type WatcherToDelete } from "./queries/observed-components";

export interface UnwatchedAfterDelete {
  /** The components that lose their last observer. */
  alone: { id: string; name: string }[];
  /** Titles of the incidents that stay open without an alert. */
  staying: string[];
}

type UnwatchedRows = Awaited<ReturnType<typeof incidentsLeftByDeletionQuery>>;

/** True for a draft without any text by a person, which is useless without its alerts. */
const isIdle = ({ visibility, isSpoken }: UnwatchedRows[number]) => visibility === "draft" && isSpoken === 0;

export const incidentsThatStayOpen = (left: UnwatchedRows): UnwatchedRows => left.filter((each) => !isIdle(each));

/** Returns the queries for what depends on a source, monitor or agent that is to be deleted. */
export const sourceDeletionQueries = (ctx: Ctx, of: IdOnPage) => ({
  ...soleWatcherQueries(ctx, of),
  left: incidentsLeftByDeletionQuery(ctx, of.pageId, { sources: [of.id] }),
});

/** Returns the effects of this deletion, for a dialog. Two statements. */
export const readUnwatchedAfterDelete = (
  ctx: Ctx,
  { pageId, going }: { pageId: string; going: WatcherToDelete },
): Promise<Result<UnwatchedAfterDelete>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [soleWatchedComponentsQuery(ctx, pageId, going), incidentsLeftByDeletionQuery(ctx, pageId, going)],
    ([alone, left]) => ok({ alone, staying: incidentsThatStayOpen(left).map(({ title }) => title) }),
  );

const noticeLifetimeMs = dayMs;

/**
 * Returns the changes for incidents that lose their last alert: drafts without text are deleted, and the team is
 * notified of the others.
 */
export function incidentOutcomesAfterDeletion(
  ctx: Ctx,
  pageId: string,
  left: UnwatchedRows,
): { changes: SqlStatement[]; notices: NoticeDraft[] } {
  const now = ctx.now();
  const idle = left.filter(isIdle).map(({ id }) => id);
  const staying = incidentsThatStayOpen(left).map(
    ({ id }): NoticeDraft => ({
      kind: "unassigned",
      subjectId: id,
      sequence: now,
      audience: "team",
      scope: { reason: "monitor_deleted" },
      dueAt: now,
      expiresAt: now + noticeLifetimeMs,
    }),
  );
  return {
    changes: dismissDraftsStatements(pageId, idle, now),
    notices: [...staying, ...idle.map((id) => draftDismissedNotice(id, now))],
  };
}
