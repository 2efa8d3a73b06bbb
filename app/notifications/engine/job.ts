import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import type { DueNotice } from "../queries/due-notices";
import { type OpenMailerChain, openMailerChain } from "./open-post";

/** Length of a sender's lease on a batch, and time before its end at which the sender stops, in ms. */
export const noticeBatchLeaseMs = minuteMs;
export const noticeBatchLeaseMarginMs = 10_000;

/**
 * The result of work on one notice: `enough` = done for now; `more` = there is more work at once; `away` = no mailer
 * works.
 */
export type NoticeJobOutcome = { end: "enough"; next: number | null } | { end: "more" } | { end: "away" };

/** A notice whose channels have their deliveries and whose email is still to be sent. */
export interface StartedNotice {
  due: DueNotice;
  send(job: NoticeJob): Promise<NoticeJobOutcome>;
}

/** State of one sender's run: the mailers, opened at the first email, and what the run has learnt. */
export interface NoticeJob {
  ctx: Ctx;
  mailers: number;
  failingSince: number | null;
  /** Returns the statements and subrequests that email may still use; the rest is reserved for channels. */
  room(): number;
  post(): Promise<OpenMailerChain | null>;
  /** True when no mailer works: this run sends no more email. */
  away: boolean;
  /** Ids of notices already handled together with another notice of their subject. */
  seen: Set<string>;
  /**
   * Takes over the email of a notice that has started, when another line sends it; absent when this job sends it
   * itself.
   */
  later?: (begun: StartedNotice) => void;
}

export type DueNoticeRow = DueNotice;

export function lazyMailPost(ctx: Ctx): { post: NoticeJob["post"]; close(): Promise<void> } {
  let opened: Promise<OpenMailerChain | null> | undefined;
  return {
    post: () => (opened ??= openMailerChain(ctx)),
    close: async () => (await opened)?.close(),
  };
}
