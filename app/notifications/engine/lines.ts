import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { dueNoticesQuery, noticeSendingStateQuery } from "../queries/due-notices";
import { insertWayRemindersStatement } from "../queries/remind-in-ways";
import { type ContactWay, contactWayOfNoticeLane } from "../rules/contact-ways";
import { mailNoticeLanes } from "../rules/notice";
import type { DueNoticeRow } from "./job";

/** Returns the part of an invocation's budget that one line may use now. */
export type SenderBudgetShare = (room: number) => number;

/** The work that is due when a sender looks. */
export interface DueSenderWork {
  /** Due notices by email and of the team. */
  notices: readonly DueNoticeRow[];
  /** Mailers that are configured, and the time since which none works. */
  mailers: number;
  failingSince: number | null;
  /** True when channels have something due. */
  toChannels: boolean;
  /** The ways in which something is due. */
  ways: readonly ContactWay[];
}

const isReminder = ({ kind, expandedAt, outcome }: DueNoticeRow) =>
  kind === "maintenance_reminder" && expandedAt === null && outcome === null;

/** Creates the reminders in other ways; whether a reminder has readers there is first known when it is due. */
async function remind(ctx: Ctx, reminders: readonly DueNoticeRow[]): Promise<ContactWay[]> {
  if (reminders.length === 0) return [];
  const [made] = await runBatch(ctx, [insertWayRemindersStatement(reminders, ctx.id, ctx.now())]);
  return ((made?.results ?? []) as { way: ContactWay }[]).map(({ way }) => way);
}

const waysIn = (lanes: string) =>
  (JSON.parse(lanes) as number[]).flatMap((lane) => {
    const way = contactWayOfNoticeLane(lane);
    return way === null ? [] : [way];
  });

/** Reads all work that is due. At most three statements. */
export async function readDueSenderWork(ctx: Ctx): Promise<DueSenderWork> {
  const now = ctx.now();
  const [notices, [state]] = await readBatch(
    ctx,
    dueNoticesQuery(ctx, now, mailNoticeLanes),
    noticeSendingStateQuery(ctx, now),
  );
  const born = await remind(ctx, notices.filter(isReminder));
  return {
    notices,
    mailers: state?.mailers ?? 0,
    failingSince: state?.failingSince ?? null,
    toChannels: Boolean(state?.toChannels),
    ways: [...new Set([...waysIn(state?.ways ?? "[]"), ...born])],
  };
}
