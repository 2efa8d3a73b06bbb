import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import type { DueNotice } from "../queries/notice";
import { openPost, type Post } from "./open-post";

/** Length of a sender's lease on a batch, and time before its end at which the sender stops, in ms. */
export const lease = minuteMs;
export const margin = 10_000;

/** The result of work on one notice: `enough` = done for now; `more` = more to do at once; `away` = no mailer works. */
export type Turn = { end: "enough"; next: number | null } | { end: "more" } | { end: "away" };

/** A notice whose channels have their deliveries and whose email is still to be sent. */
export interface Begun {
  due: DueNotice;
  send(job: Job): Promise<Turn>;
}

/** State of one sender's run: the mailers, opened at the first email, and what the run has learnt. */
export interface Job {
  ctx: Ctx;
  mailers: number;
  failingSince: number | null;
  /** Returns the statements and subrequests that email may still use; the rest is reserved for channels. */
  room(): number;
  post(): Promise<Post | null>;
  /** True when no mailer works: this run sends no more email. */
  away: boolean;
  /** Ids of notices already handled together with another notice of their subject. */
  seen: Set<string>;
  /**
   * Takes over the email of a notice that has started, when another line sends it; absent when this job sends it
   * itself.
   */
  later?: (begun: Begun) => void;
}

export type Due = DueNotice;

export function lazyPost(ctx: Ctx): { post: Job["post"]; close(): Promise<void> } {
  let opened: Promise<Post | null> | undefined;
  return {
    post: () => (opened ??= openPost(ctx)),
    close: async () => (await opened)?.close(),
  };
}
