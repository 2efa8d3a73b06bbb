import type { DueNotice, NoticeRow } from "~/db/queries/notice";
import type { Ctx } from "~/platform/ctx";
import { statementLimit } from "~/platform/meter";
import { openPost, type Post } from "../mailers/open-post";

/** How long who claims a batch has it to themselves, and how long before the end they stop, in ms (protocols §6). */
export const lease = 60_000;
export const margin = 10_000;

/** Statements and subrequests that this invocation may still take. */
export const roomOf = ({ meter }: Ctx): number => statementLimit - 1 - meter.statements - meter.subrequests;

/** The sender at work: what is due, and the mailer, opened at the first mail. */
export interface Job {
  ctx: Ctx;
  siblings: readonly NoticeRow[];
  mailers: number;
  failingSince: number | null;
  post(): Promise<Post | null>;
}

export type Due = DueNotice;

export function lazyPost(ctx: Ctx): { post: Job["post"]; close(): Promise<void> } {
  let opened: Promise<Post | null> | undefined;
  return {
    post: () => (opened ??= openPost(ctx)),
    close: async () => (await opened)?.close(),
  };
}
