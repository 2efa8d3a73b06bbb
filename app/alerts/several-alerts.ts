import { priorCommitQuery } from "~/audit/queries/audit";
import { auditedItems } from "~/change/audited-items";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { settlePageAfterAnswer } from "~/change/settle-after-answer";
import { requestSettleStatement } from "~/clock/wishes/queries/wish";
import { updateAuthorOf } from "~/db/author";
import { readBatch } from "~/db/read";
import { alertTable, episodeTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import { fail, invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { muteSourcesStatement } from "~/mutes/queries/mute";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { alertsByIdsQuery } from "./queries/alert-list";
import { type BulkAlertsInput, bulkAlertsInputSchema } from "./rules/input";

export type { BulkAlertsInput };

type AlertByIdRow = Awaited<ReturnType<typeof alertsByIdsQuery>>[number];
type BulkAlertsRequest = ReturnType<typeof bulkAlertsInputSchema.parse>;

const notFiring = fail({ name: "conflict", code: "not_firing", detail: "alert.recovered" });

const fires = ({ state, dismissedAt }: AlertByIdRow): boolean => state === "firing" && dismissedAt === null;

/** Fields that identify the firing that was seen; one that started since is another, not yet judged. */
const ofFiring = ["id", "startedAt"];

function acknowledging(ctx: Ctx, { pageId }: BulkAlertsRequest, rows: readonly AlertByIdRow[]): SqlStatement[] {
  const seen = { acknowledgedAt: ctx.now(), acknowledgedBy: updateAuthorOf(ctx).authorId };
  return updateRowsStatements(
    alertTable,
    pageId,
    rows.map(({ id, startedAt }) => ({ id, startedAt, ...seen })),
    ofFiring,
  );
}

function dismissing(
  ctx: Ctx,
  { pageId, reason = "" }: BulkAlertsRequest,
  rows: readonly AlertByIdRow[],
): SqlStatement[] {
  const dismissedAt = ctx.now();
  return [
    ...updateRowsStatements(
      alertTable,
      pageId,
      rows.map(({ id, startedAt }) => ({ id, startedAt, dismissedAt })),
      ofFiring,
    ),
    ...updateRowsStatements(
      episodeTable,
      pageId,
      rows.map(({ id, startedAt }) => ({ alertId: id, startedAt, dismissedAt, dismissedReason: reason })),
      ["alertId", "startedAt"],
    ),
    requestSettleStatement(pageId, dismissedAt),
  ];
}

/** Mutes what sends these alerts; their statuses still change. */
function muting(ctx: Ctx, { pageId, minutes = 0 }: BulkAlertsRequest, rows: readonly AlertByIdRow[]): SqlStatement[] {
  const updatedAt = ctx.now();
  const sources = [...new Set(rows.map(({ sourceId }) => sourceId))];
  return [
    muteSourcesStatement(pageId, sources, { mutedUntil: updatedAt + minutes * minuteMs, updatedAt }),
    requestSettleStatement(pageId, updatedAt),
  ];
}

const deeds = {
  acknowledge: { concerns: (row: AlertByIdRow) => fires(row) && row.acknowledgedAt === null, changes: acknowledging },
  dismiss: { concerns: fires, changes: dismissing },
  mute: { concerns: () => true, changes: muting },
};

async function attempt(ctx: Ctx, input: BulkAlertsRequest, commitId: string): Promise<Result<ChangeResult>> {
  const { pageId, ids, action, reason, minutes } = input;
  const [prior, rows] = await readBatch(ctx, priorCommitQuery(ctx, commitId), alertsByIdsQuery(ctx, pageId, ids));
  const replay = priorCommitResultOf(prior, pageId);
  if (replay) return replay;
  if (rows.length < ids.length) return missingFailure;
  const deed = deeds[action];
  const concerned = rows.filter(deed.concerns);
  if (concerned.length === 0) return action === "dismiss" ? notFiring : ok({ id: pageId });
  return commitChange(ctx, {
    id: commitId,
    pageId,
    changes: deed.changes(ctx, input, concerned),
    audit: {
      action: `alert.${action}_several`,
      subjectKind: "page",
      subjectId: pageId,
      before: { alerts: auditedItems(concerned.map(({ id, title }) => ({ id, name: title }))) },
      after: { count: concerned.length, ...(reason ? { reason } : {}), ...(minutes ? { minutes } : {}) },
    },
  });
}

/**
 * Acknowledges or dismisses up to 200 alerts in one commit, or mutes their sources. Alerts to which this no longer
 * applies stay unchanged. Failures: invalid, conflict (none of them fires), missing.
 */
export async function bulkAlerts(ctx: Ctx, given: BulkAlertsInput): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "responder", input: bulkAlertsInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  if (input.action === "mute" && input.minutes === undefined) return invalidFieldFailure("minutes", "mute.minutes");
  const done = await commitChangeWithRetry(ctx, () => attempt(ctx, input, commitId));
  if (done.ok && input.action !== "acknowledge") settlePageAfterAnswer(ctx, input.pageId);
  return done;
}
