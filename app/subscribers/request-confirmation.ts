import type { NoticeDraft } from "~/commit/commit";
import { subscriber } from "~/db/schema";
import { expectRows, insertRows, type Statement, updateRows } from "~/db/write";
import { fail } from "~/failures/failure";
import { emptyMailCount, type MailCountWrites } from "~/people/mails/mail-allowances";
import type { Ctx } from "~/platform/ctx";
import { guardSubscriberVersion, type SubscriberRow } from "./queries/subscriber";
import { confirmWindowMs, type SubscriptionScope } from "./rules/subscriber";

/** Failure for a subscriber whom an import asked: they are not asked a second time. */
export const askedOnceFailure = fail({ name: "conflict", code: "asked_once", detail: "subscriber.asked_once" });

/** The updates for which someone subscribes. */
export interface SubscriptionWish {
  scope: SubscriptionScope;
  componentIds: string[];
  incidentId: string;
  language: string;
  timeZone: string;
}

export interface ConfirmationWrites {
  id: string;
  guards: Statement[];
  changes: Statement[];
  notices: NoticeDraft[];
}

/** Returns one email with one button, valid for 24 hours. `sequence` = the subscriber's version after this commit. */
const confirmation = (subscriberId: string, sequence: number, now: number): NoticeDraft => ({
  kind: "subscriber_confirm",
  subjectId: subscriberId,
  sequence,
  audience: "subscriber",
  scope: { subscriber_id: subscriberId },
  dueAt: now,
  expiresAt: now + confirmWindowMs,
});

/** Columns that are reset when a subscription starts again. */
export const clearedFailures = {
  failures: 0,
  failingSince: null,
  failingNoticeId: null,
  quarantinedAt: null,
  quarantineReason: null,
};

interface ConfirmationRequest {
  pageId: string;
  address: string;
  /** Existing row of the same address, page and incident. */
  known: SubscriberRow | null;
  wish: SubscriptionWish;
  /** Statements that count its email; null = the address had too many, and none is sent. */
  counted: MailCountWrites | null;
}

/**
 * Returns the pending row and its confirmation for one commit. A subscriber who had left or failed starts again, with
 * new links.
 */
export function requestConfirmation(
  ctx: Ctx,
  { pageId, address, known, wish, counted }: ConfirmationRequest,
): ConfirmationWrites {
  const now = ctx.now();
  const fresh = { ...wish, state: "pending" as const, confirmationsAt: counted ? [now] : [], updatedAt: now };
  const { guards, changes } = counted ?? emptyMailCount;
  const mailed = (id: string, sequence: number) => (counted ? [confirmation(id, sequence, now)] : []);
  if (!known) {
    const id = ctx.id();
    const row = { pageId, id, address, ...fresh, createdAt: now };
    return { id, guards, changes: [...insertRows(subscriber, [row]), ...changes], notices: mailed(id, 0) };
  }
  const generation = known.state === "pending" ? known.generation : known.generation + 1;
  const row = { id: known.id, ...fresh, generation, unsubscribedAt: null, ...clearedFailures };
  return {
    id: known.id,
    guards: [guardSubscriberVersion(pageId, known.id, known.version), ...guards],
    changes: [...updateRows(subscriber, pageId, [row]), ...changes],
    notices: mailed(known.id, known.version + 1),
  };
}

/** Returns the repeated confirmations of several pending subscribers for one commit. */
export function requestConfirmationsAgain(
  ctx: Ctx,
  pageId: string,
  asked: readonly SubscriberRow[],
  counted: MailCountWrites,
): Omit<ConfirmationWrites, "id"> {
  const now = ctx.now();
  const versions = asked.map(({ id, version }) => ({ id, version }));
  const rows = asked.map(({ id }) => ({ id, confirmationsAt: [now], updatedAt: now }));
  return {
    guards: [...expectRows(subscriber, pageId, versions), ...counted.guards],
    changes: [...updateRows(subscriber, pageId, rows), ...counted.changes],
    notices: asked.map(({ id, version }) => confirmation(id, version + 1, now)),
  };
}
