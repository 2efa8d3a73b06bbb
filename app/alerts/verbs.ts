import type { IdOnPage } from "~/access/id-on-page";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { updateAuthorOf } from "~/db/author";
import { alertTable, episodeTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { alertByIdQuery } from "./queries/alert-list";
import {
  type AlertTargetInput,
  alertReferenceInputSchema,
  type DismissAlertInput,
  dismissAlertInputSchema,
} from "./rules/input";

export type { DismissAlertInput };

/** The lookup of an alert for changes by people; `alert` has no `updated_at`, so each change sets its own columns. */
export const alertChangeTarget = {
  role: "responder",
  subject: "alert",
  table: alertTable,
  row: (ctx: Ctx, { pageId, id }: IdOnPage) => alertByIdQuery(ctx, pageId, id),
} as const;

/** Marks an alert as acknowledged, without changing any status. Idempotent. Failures: missing. */
export const acknowledgeAlert = (ctx: Ctx, given: AlertTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...alertChangeTarget, input: alertReferenceInputSchema },
    given,
    ({ row: { id, pageId, title, acknowledgedAt } }) => {
      if (acknowledgedAt !== null) return ok(null);
      const seen = { acknowledgedAt: ctx.now(), acknowledgedBy: updateAuthorOf(ctx).authorId };
      return ok({
        action: "alert.acknowledge",
        changes: updateRowsStatements(alertTable, pageId, [{ id, ...seen }]),
        after: { title },
      });
    },
  );

const notFiring = fail({ name: "conflict", code: "not_firing", detail: "alert.recovered" });

/**
 * Removes the current firing from the observed layer, from its start. Failures: invalid, conflict (not firing),
 * missing.
 */
export const dismissAlert = (ctx: Ctx, given: DismissAlertInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...alertChangeTarget, input: dismissAlertInputSchema, settles: true },
    given,
    ({ row, fields: { reason } }) => {
      if (row.dismissedAt !== null) return ok(null);
      if (row.state !== "firing") return notFiring;
      const now = ctx.now();
      const { id, pageId, startedAt, title } = row;
      const gone = { alertId: id, startedAt, dismissedAt: now, dismissedReason: reason };
      return ok({
        action: "alert.dismiss",
        changes: [
          ...updateRowsStatements(alertTable, pageId, [{ id, dismissedAt: now }]),
          ...updateRowsStatements(episodeTable, pageId, [gone], ["alertId", "startedAt"]),
        ],
        after: { title, reason },
      });
    },
  );

const recovered = fail({ name: "conflict", code: "not_firing", detail: "alert.recovered" });

/**
 * Undoes the dismissal of the current firing, which counts again from its start. A recovered alert stays dismissed,
 * because nothing is left to notify of. Failures: conflict (not firing), missing.
 */
export const restoreAlert = (ctx: Ctx, given: AlertTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...alertChangeTarget, input: alertReferenceInputSchema, settles: true }, given, ({ row }) => {
    if (row.state !== "firing") return recovered;
    if (row.dismissedAt === null) return ok(null);
    const { id, pageId, startedAt, title } = row;
    const counted = { alertId: id, startedAt, dismissedAt: null, dismissedReason: null };
    return ok({
      action: "alert.restore",
      changes: [
        ...updateRowsStatements(alertTable, pageId, [{ id, dismissedAt: null }]),
        ...updateRowsStatements(episodeTable, pageId, [counted], ["alertId", "startedAt"]),
      ],
      after: { title },
    });
  });
