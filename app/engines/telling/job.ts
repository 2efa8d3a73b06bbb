import type { DueNotice } from "~/db/queries/notice";
import type { Ctx } from "~/platform/ctx";
import { openPost, type Post } from "./open-post";

/** How long who claims a batch has it to themselves, and how long before the end they stop, in ms. */
export const lease = 60_000;
export const margin = 10_000;

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
}

export type Due = DueNotice;

export function lazyPost(ctx: Ctx): { post: Job["post"]; close(): Promise<void> } {
  let opened: Promise<Post | null> | undefined;
  return {
    post: () => (opened ??= openPost(ctx)),
    close: async () => (await opened)?.close(),
  };
}
