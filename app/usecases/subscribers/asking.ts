import type { NoticeDraft } from "~/db/commit";
import { notAskedAfter, type SubscriberRow, stillAtVersion } from "~/db/queries/subscriber";
import { subscriber } from "~/db/schema";
import { expectRows, insertRows, type Statement, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { remembered } from "~/rules/telling/subscribe-limit";
import type { SubscriptionScope } from "~/rules/telling/subscriber";

const confirmWithin = 24 * 3600_000;

/** What somebody asks to be told. */
export interface Wish {
  scope: SubscriptionScope;
  componentIds: string[];
  incidentId: string;
  language: string;
  timeZone: string;
}

export interface Asking {
  id: string;
  guards: Statement[];
  changes: Statement[];
  notices: NoticeDraft[];
}

/** One mail with one button, good for 24 hours. `sequence` = the version of the subscriber that its commit makes. */
const confirmation = (subscriberId: string, sequence: number, now: number): NoticeDraft => ({
  kind: "subscriber_confirm",
  subjectId: subscriberId,
  sequence,
  audience: "subscriber",
  scope: { subscriber_id: subscriberId },
  dueAt: now,
  expiresAt: now + confirmWithin,
});

interface Asked {
  pageId: string;
  address: string;
  /** The row of the same address, page and incident. */
  known: SubscriberRow | null;
  wish: Wish;
  /** When confirmations went to this address, on any page. */
  confirmationsAt: readonly number[];
  /** No mail goes out: other pages have asked this address too often, which this one's people are not to learn. */
  silent?: boolean;
}

/** The row, pending, and its confirmation, in one commit. Who had left or failed begins anew, with new links. */
export function asking(ctx: Ctx, { pageId, address, known, wish, confirmationsAt, silent = false }: Asked): Asking {
  const now = ctx.now();
  const unasked = notAskedAfter(address, Math.max(0, ...confirmationsAt));
  const notices = (id: string, sequence: number) => (silent ? [] : [confirmation(id, sequence, now)]);
  const fresh = {
    ...wish,
    state: "pending" as const,
    confirmationsAt: remembered(known?.confirmationsAt ?? [], now),
    updatedAt: now,
  };
  if (!known) {
    const id = ctx.id();
    const row = { pageId, id, address, ...fresh, createdAt: now };
    return { id, guards: [unasked], changes: insertRows(subscriber, [row]), notices: notices(id, 0) };
  }
  const generation = known.state === "pending" ? known.generation : known.generation + 1;
  const cleared = {
    failures: 0,
    failingSince: null,
    failingNoticeId: null,
    quarantinedAt: null,
    quarantineReason: null,
  };
  const row = { id: known.id, ...fresh, generation, unsubscribedAt: null, ...cleared };
  return {
    id: known.id,
    guards: [stillAtVersion(pageId, known.id, known.version), unasked],
    changes: updateRows(subscriber, pageId, [row]),
    notices: notices(known.id, known.version + 1),
  };
}

/** The confirmations of several who wait, once more, in one commit. */
export function askingAgain(
  ctx: Ctx,
  pageId: string,
  asked: readonly { row: SubscriberRow; at: readonly number[] }[],
): Omit<Asking, "id"> {
  const now = ctx.now();
  return {
    guards: expectRows(
      subscriber,
      pageId,
      asked.map(({ row: { id, version } }) => ({ id, version })),
    ),
    changes: updateRows(
      subscriber,
      pageId,
      asked.map(({ row: { id }, at }) => ({ id, confirmationsAt: remembered(at, now), updatedAt: now })),
    ),
    notices: asked.map(({ row: { id, version } }) => confirmation(id, version + 1, now)),
  };
}
