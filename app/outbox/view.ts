import type { Refusal } from "~/failures/refusal";
import type { Audience, NoticeKind } from "~/notifications/rules/notice";
import { canResend, canResendUnknown } from "~/notifications/rules/notice-plan";
import { type NoticeWay, noticeWay, type OutboxState, outboxState } from "~/notifications/rules/outbox";
import type { outboxOf } from "./queries/outbox";

type Found = Awaited<ReturnType<typeof outboxOf>>[number];

/** Whether mail leaves. `waiting` and `dead` are of the page at hand. */
export interface MailView {
  /** How many mailers are set. */
  mailers: number;
  /** UTC ms; null while mail leaves. */
  failingSince: number | null;
  lastError: Refusal | null;
  waiting: number;
  dead: number;
  /** When the longest waiting one should leave or should have left; null = none waits. */
  nextDueAt: number | null;
}

export const noMail: MailView = {
  mailers: 0,
  failingSince: null,
  lastError: null,
  waiting: 0,
  dead: 0,
  nextDueAt: null,
};

/** One notice in the outbox; instants in UTC ms. Nothing of what is sealed in it. */
export interface NoticeView {
  id: string;
  kind: NoticeKind;
  /** Title of the incident, maintenance or source that it is about; null where there is none. */
  about: string | null;
  subjectId: string;
  audience: Audience;
  /** By which way it went, or will. */
  way: NoticeWay;
  state: OutboxState;
  createdAt: number;
  /** When it is looked at next; null = over. */
  nextAt: number | null;
  expiresAt: number;
  /** 0 = the first sending. */
  round: number;
  /** Counted at the end of each round. */
  recipients: number;
  sent: number;
  failed: number;
  /** Of whom nobody can say whether they were told. */
  unknown: number;
  /** Of the round that is being sent; 0 when it is over. */
  batches: number;
  batchesDone: number;
  canStop: boolean;
  canResend: boolean;
  canResendUnknown: boolean;
}

export function noticeView(
  { row, about, readers, batches, batchesDone }: Found,
  mail: MailView,
  now: number,
): NoticeView {
  const { id, kind, subjectId, createdAt, dueAt, notBefore, expiresAt, round, outcome } = row;
  const nextAt = dueAt === null ? null : Math.max(dueAt, notBefore);
  const { recipients, sent, failed, unknown } = row;
  const audience = row.audience;
  return {
    id,
    kind,
    about,
    subjectId,
    audience,
    way: noticeWay(row),
    createdAt,
    nextAt,
    expiresAt,
    round,
    recipients,
    sent,
    failed,
    unknown,
    state: outboxState({
      ...row,
      audience,
      now,
      mailers: mail.mailers,
      failingSince: mail.failingSince,
      hasReaders: Boolean(readers),
    }),
    batches,
    batchesDone,
    canStop: outcome === null,
    canResend: canResend({ outcome, failed, unknown }),
    canResendUnknown: canResendUnknown({ outcome, unknown }),
  };
}
