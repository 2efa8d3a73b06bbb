import type { NoticeDraft } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { subscriberTable } from "~/db/schema";
import { insertRowsInPartsStatements, type SqlStatement } from "~/db/write";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { hasMailer } from "~/people/mails/offers-mail";
import { planConfirmationRequests } from "~/people/mails/planned-mails";
import { mailPlanningDays } from "~/people/rules/planned-mails";
import type { Ctx } from "~/platform/ctx";
import { guardImportedRequestLimitStatement, importedRequestCountSinceQuery } from "./queries/confirmation-requests";
import { importConfirmWindowMs, importedRequestWindowMs, maxImportedRequestsPerDay } from "./rules/subscriber";
import type { ImportedLine } from "./rules/subscriber-import";

/** The rows and statements that an import adds to its commit. */
export interface SubscriberAdditions {
  added: number;
  guards: SqlStatement[];
  changes: SqlStatement[];
  notices: NoticeDraft[];
}

const rowOf = (ctx: Ctx, pageId: string, { address, componentIds, language, timeZone }: ImportedLine) => ({
  pageId,
  id: ctx.id(),
  address,
  scope: componentIds.length > 0 ? ("components" as const) : ("page" as const),
  componentIds,
  language,
  timeZone,
  createdAt: ctx.now(),
  updatedAt: ctx.now(),
});

/** Most statements for the rows of one commit; a line may name every component of the page. */
const maxInsertParts = 10;

/**
 * Adds people who agreed elsewhere as active. Failure: invalid (`file`), when their rows are too many for one commit.
 */
export function planAgreedSubscriberAdditions(
  ctx: Ctx,
  pageId: string,
  lines: readonly ImportedLine[],
): Result<SubscriberAdditions> {
  const rows = lines.map((line) => ({
    ...rowOf(ctx, pageId, line),
    state: "active" as const,
    confirmationsAt: [],
    confirmedAt: ctx.now(),
  }));
  const changes = insertRowsInPartsStatements(subscriberTable, rows);
  if (changes.length > maxInsertParts) return invalidFieldFailure("file", "subscriber.file_size");
  return ok({ added: rows.length, guards: [], changes, notices: [] });
}

/** Returns the confirmation, scheduled for `at` in the lane of reminders, because nobody waits for it. */
const scheduledConfirmationRequest = (subscriberId: string, at: number): NoticeDraft => ({
  kind: "subscriber_confirm",
  subjectId: subscriberId,
  sequence: 0,
  audience: "subscriber",
  scope: { subscriber_id: subscriberId, listed: true },
  dueAt: at,
  bornAt: at,
  expiresAt: at + importConfirmWindowMs,
});

/**
 * Schedules one confirmation email each; they get no updates before they confirm. At most 500 of a page in any 24
 * hours, without those to whom this page sent one before. Failures: invalid: `agreement` (`no_mailer`), or `file`, when
 * they are too many for the page or for the coming days.
 */
export async function planConfirmationRequestAdditions(
  ctx: Ctx,
  pageId: string,
  lines: readonly ImportedLine[],
): Promise<Result<SubscriberAdditions>> {
  if (!(await hasMailer(ctx))) return invalidFieldFailure("agreement", "subscriber.no_mailer", "no_mailer");
  const since = ctx.now() - importedRequestWindowMs;
  const [[before]] = await readBatch(ctx, importedRequestCountSinceQuery(ctx, pageId, since));
  const left = Math.max(0, maxImportedRequestsPerDay - (before?.requests ?? 0));
  if (lines.length > left)
    return invalidFieldFailure(
      "file",
      refusalFor("list_import.asks_most", { most: maxImportedRequestsPerDay, asks: lines.length, left }),
    );
  const planned = await planConfirmationRequests(
    ctx,
    pageId,
    lines.map(({ address }) => address),
  );
  if ("fits" in planned)
    return invalidFieldFailure(
      "file",
      refusalFor("list_import.asks_full", { fits: planned.fits, days: mailPlanningDays }),
    );
  const { requests, counted } = planned;
  const times = new Map(requests.map(({ address, at }) => [address, at]));
  const rows = lines.flatMap((line) => {
    const askedAt = times.get(line.address);
    if (askedAt === undefined) return [];
    return [{ ...rowOf(ctx, pageId, line), state: "pending" as const, confirmationsAt: [askedAt], askedAt }];
  });
  if (rows.length === 0) return ok({ added: 0, guards: [], changes: [], notices: [] });
  const inserts = insertRowsInPartsStatements(subscriberTable, rows);
  if (inserts.length > maxInsertParts) return invalidFieldFailure("file", "subscriber.file_size");
  return ok({
    added: rows.length,
    guards: [
      guardImportedRequestLimitStatement(pageId, since, maxImportedRequestsPerDay - rows.length),
      ...counted.guards,
    ],
    changes: [...inserts, ...counted.changes],
    notices: rows.map(({ id, askedAt }) => scheduledConfirmationRequest(id, askedAt)),
  });
}
