import type { Refusal } from "~/failures/refusal";
import type { NoticeAudienceKind, NoticeKind } from "~/notifications/rules/notice";
import { canResendNotice, canResendToUnknown } from "~/notifications/rules/notice-plan";
import {
  type NoticeStep,
  type NoticeWay,
  noticeWayOf,
  type OutboxState,
  outboxStateOf,
} from "~/notifications/rules/outbox";
import type { noticesOfPageQuery } from "./queries/outbox";

type OutboxRow = Awaited<ReturnType<typeof noticesOfPageQuery>>[number];

/** State of email. `waiting` and `dead` count notices of the page that is shown. */
export interface MailSendingView {
  /** Number of mailers. */
  mailers: number;
  /** Start of the outage, UTC ms; null while email is sent. */
  failingSince: number | null;
  lastError: Refusal | null;
  waiting: number;
  dead: number;
  /** Time at which the next notice leaves or should have left; null = none is waiting. */
  nextDueAt: number | null;
}

export const emptyMailSendingView: MailSendingView = {
  mailers: 0,
  failingSince: null,
  lastError: null,
  waiting: 0,
  dead: 0,
  nextDueAt: null,
};

/** One notice in the outbox, without its sealed data; instants in UTC ms. */
export interface NoticeView {
  id: string;
  kind: NoticeKind;
  /** Title of the incident, maintenance or source that it is about; null when there is none. */
  about: string | null;
  /** The step of an incident that it is about; null for other kinds, and when its update is gone. */
  step: NoticeStep | null;
  subjectId: string;
  audience: NoticeAudienceKind;
  /** Way by which it was or will be sent. */
  way: NoticeWay;
  state: OutboxState;
  createdAt: number;
  /** Time of the next look; null = over. */
  nextAt: number | null;
  expiresAt: number;
  /** Round; 0 = the first one. */
  round: number;
  /** Counters, updated at the end of each round. */
  recipients: number;
  sent: number;
  failed: number;
  /** Unconfirmed recipients. */
  unknown: number;
  /** Batches of the running round; 0 when the notice is over. */
  batches: number;
  batchesDone: number;
  canStop: boolean;
  canResend: boolean;
  canResendUnknown: boolean;
}

export function noticeViewOf(
  { row, about, step, readers, batches, batchesDone }: OutboxRow,
  mail: MailSendingView,
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
    step,
    subjectId,
    audience,
    way: noticeWayOf(row),
    createdAt,
    nextAt,
    expiresAt,
    round,
    recipients,
    sent,
    failed,
    unknown,
    state: outboxStateOf({
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
    canResend: canResendNotice({ outcome, failed, unknown }),
    canResendUnknown: canResendToUnknown({ outcome, unknown }),
  };
}
