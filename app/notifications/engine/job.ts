import type { Ctx } from "~/platform/ctx";
import type { DueNotice } from "../queries/notice";
import { openPost, type Post } from "./open-post";

/** How long who claims a batch has it to themselves, and how long before the end they stop, in ms. */
export const lease = 60_000;
export const margin = 10_000;

/** How the work on one notice ended: for now; with more to do at once; without a working mailer. */
export type Turn = { end: "enough"; next: number | null } | { end: "more" } | { end: "away" };

/** A notice that the team's channels have, and whose mail is still to be sent. */
export interface Begun {
  due: DueNotice;
  send(job: Job): Promise<Turn>;
}

/** The sender at work: the mailers, opened at the first mail, and what this run has learnt. */
export interface Job {
  ctx: Ctx;
  mailers: number;
  failingSince: number | null;
  /** Statements and subrequests that mail may still take; the rest is kept for channels. */
  room(): number;
  post(): Promise<Post | null>;
  /** No mailer works: mail is over for this run. */
  away: boolean;
  /** Notices that were seen to with another one of their subject. */
  seen: Set<string>;
  /** Takes the mail of what it has begun, where another line sends it; absent = it sends it itself. */
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
