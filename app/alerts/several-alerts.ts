import { priorCommit } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, replayOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { settleAfterAnswer } from "~/change/settle-after-answer";
import { wantSettle } from "~/clock/wishes/queries/wish";
import { authorOf } from "~/db/author";
import { read } from "~/db/read";
import { alert, episode } from "~/db/schema";
import { type Statement, updateRows } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { alertsByIds } from "./queries/alert-list";
import { type SeveralAlertsInput, severalAlertsInput } from "./rules/input";

export type { SeveralAlertsInput };

type AlertByIdRow = Awaited<ReturnType<typeof alertsByIds>>[number];
type SeveralAlertsRequest = ReturnType<typeof severalAlertsInput.parse>;

const notFiring = fail({ name: "conflict", code: "not_firing", detail: "alert.recovered" });

const fires = ({ state, dismissedAt }: AlertByIdRow): boolean => state === "firing" && dismissedAt === null;

/** Fields that identify the firing that was seen; one that started since is another, not yet judged. */
const ofFiring = ["id", "startedAt"];

function acknowledging(ctx: Ctx, { pageId }: SeveralAlertsRequest, rows: readonly AlertByIdRow[]): Statement[] {
  const seen = { acknowledgedAt: ctx.now(), acknowledgedBy: authorOf(ctx).authorId };
  return updateRows(
    alert,
    pageId,
    rows.map(({ id, startedAt }) => ({ id, startedAt, ...seen })),
    ofFiring,
  );
}

function dismissing(
  ctx: Ctx,
  { pageId, reason = "" }: SeveralAlertsRequest,
  rows: readonly AlertByIdRow[],
): Statement[] {
  const dismissedAt = ctx.now();
  return [
    ...updateRows(
      alert,
      pageId,
      rows.map(({ id, startedAt }) => ({ id, startedAt, dismissedAt })),
      ofFiring,
    ),
    ...updateRows(
      episode,
      pageId,
      rows.map(({ id, startedAt }) => ({ alertId: id, startedAt, dismissedAt, dismissedReason: reason })),
      ["alertId", "startedAt"],
    ),
    wantSettle(pageId, dismissedAt),
  ];
}

const deeds = {
  acknowledge: { concerns: (row: AlertByIdRow) => fires(row) && row.acknowledgedAt === null, changes: acknowledging },
  dismiss: { concerns: fires, changes: dismissing },
};

async function attempt(ctx: Ctx, input: SeveralAlertsRequest, commitId: string): Promise<Result<ChangeResult>> {
  const { pageId, ids, action, reason } = input;
  const [prior, rows] = await read(ctx, priorCommit(ctx, commitId), alertsByIds(ctx, pageId, ids));
  const replay = replayOf(prior, pageId);
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
      before: { alerts: concerned.map(({ title }) => title) },
      after: { count: concerned.length, ...(reason ? { reason } : {}) },
    },
  });
}

/**
 * Acknowledges or dismisses up to 200 alerts in one commit; those to which it no longer applies stay as they are.
 * Failures: invalid, conflict (none of them fires), missing.
 */
export async function actOnAlerts(ctx: Ctx, given: SeveralAlertsInput): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "responder", input: severalAlertsInput }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const done = await commitChangeWithRetry(ctx, () => attempt(ctx, input, commitId));
  if (done.ok && input.action === "dismiss") settleAfterAnswer(ctx, input.pageId);
  return done;
}
