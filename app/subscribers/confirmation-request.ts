import type { NoticeDraft } from "~/commit/commit";
import { subscriberTable } from "~/db/schema";
import { guardVersionsStatements, insertRowsStatements, type SqlStatement, updateRowsStatements } from "~/db/write";
import { fail } from "~/failures/failure";
import { type MailCountStatements, noMailCountStatements } from "~/people/mails/mail-allowances";
import type { Ctx } from "~/platform/ctx";
import { guardSubscriberVersionStatement, type SubscriberRow } from "./queries/subscriber";
import { confirmationWindowMs, type SubscriptionScope } from "./rules/subscriber";

/** Failure for a subscriber to whom an import has already sent a confirmation request; there is no second one. */
export const confirmationAlreadyRequestedFailure = fail({
  name: "conflict",
  code: "asked_once",
  detail: "subscriber.asked_once",
});

/** The updates for which someone subscribes. */
export interface RequestedSubscription {
  scope: SubscriptionScope;
  componentIds: string[];
  incidentId: string;
  language: string;
  timeZone: string;
}

export interface ConfirmationRequestWrites {
  id: string;
  guards: SqlStatement[];
  changes: SqlStatement[];
  notices: NoticeDraft[];
}

/**
 * Returns one email with one button, which is valid for 24 hours. `sequence` is the subscriber's version after this
 * commit.
 */
const confirmationRequestNotice = (subscriberId: string, sequence: number, now: number): NoticeDraft => ({
  kind: "subscriber_confirm",
  subjectId: subscriberId,
  sequence,
  audience: "subscriber",
  scope: { subscriber_id: subscriberId },
  dueAt: now,
  expiresAt: now + confirmationWindowMs,
});

/** Columns that are reset when a subscription starts again. */
export const clearedFailureColumns = {
  failures: 0,
  failingSince: null,
  failingNoticeId: null,
  quarantinedAt: null,
  quarantineReason: null,
};

interface ConfirmationRequestFacts {
  pageId: string;
  address: string;
  /** Existing row of the same address, page and incident. */
  existing: SubscriberRow | null;
  requested: RequestedSubscription;
  /** Statements that count its email; null = the address had too many, and none is sent. */
  counted: MailCountStatements | null;
}

/**
 * Returns the pending row and its confirmation for one commit. A subscriber who had left or failed starts again, with
 * new links.
 */
export function confirmationRequestWrites(
  ctx: Ctx,
  { pageId, address, existing, requested, counted }: ConfirmationRequestFacts,
): ConfirmationRequestWrites {
  const now = ctx.now();
  const fresh = { ...requested, state: "pending" as const, confirmationsAt: counted ? [now] : [], updatedAt: now };
  const { guards, changes } = counted ?? noMailCountStatements;
  const mailed = (id: string, sequence: number) => (counted ? [confirmationRequestNotice(id, sequence, now)] : []);
  if (!existing) {
    const id = ctx.id();
    const row = { pageId, id, address, ...fresh, createdAt: now };
    return {
      id,
      guards,
      changes: [...insertRowsStatements(subscriberTable, [row]), ...changes],
      notices: mailed(id, 0),
    };
  }
  const generation = existing.state === "pending" ? existing.generation : existing.generation + 1;
  const row = { id: existing.id, ...fresh, generation, unsubscribedAt: null, ...clearedFailureColumns };
  return {
    id: existing.id,
    guards: [guardSubscriberVersionStatement(pageId, existing.id, existing.version), ...guards],
    changes: [...updateRowsStatements(subscriberTable, pageId, [row]), ...changes],
    notices: mailed(existing.id, existing.version + 1),
  };
}

/** Returns the repeated confirmations of several pending subscribers for one commit. */
export function repeatedConfirmationRequestWrites(
  ctx: Ctx,
  pageId: string,
  unconfirmed: readonly SubscriberRow[],
  counted: MailCountStatements,
): Omit<ConfirmationRequestWrites, "id"> {
  const now = ctx.now();
  const versions = unconfirmed.map(({ id, version }) => ({ id, version }));
  const rows = unconfirmed.map(({ id }) => ({ id, confirmationsAt: [now], updatedAt: now }));
  return {
    guards: [...guardVersionsStatements(subscriberTable, pageId, versions), ...counted.guards],
    changes: [...updateRowsStatements(subscriberTable, pageId, rows), ...counted.changes],
    notices: unconfirmed.map(({ id, version }) => confirmationRequestNotice(id, version + 1, now)),
  };
}
