import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { dueNotices, mailState } from "../queries/notice";
import { remindInWays } from "../queries/remind-in-ways";
import { mailLanes } from "../rules/notice";
import { type Way, wayOfLane } from "../rules/ways";
import type { Due } from "./job";

/** Of the room of an invocation, what one line of it may take now. */
export type Share = (room: number) => number;

/** What is due when a sender looks. */
export interface Looked {
  /** Of mail and of the team. */
  notices: readonly Due[];
  /** Mailers that are set, and since when none works. */
  mailers: number;
  failingSince: number | null;
  /** Channels have something due. */
  toChannels: boolean;
  /** Ways in which something is due. */
  ways: readonly Way[];
}

const isReminder = ({ kind, expandedAt, outcome }: Due) =>
  kind === "maintenance_reminder" && expandedAt === null && outcome === null;

/** A reminder leaves in other ways as well: whether it has readers there is known only now. */
async function remind(ctx: Ctx, reminders: readonly Due[]): Promise<Way[]> {
  if (reminders.length === 0) return [];
  const [made] = await runBatch(ctx, [remindInWays(reminders, ctx.id, ctx.now())]);
  return ((made?.results ?? []) as { way: Way }[]).map(({ way }) => way);
}

const waysIn = (lanes: string) =>
  (JSON.parse(lanes) as number[]).flatMap((lane) => {
    const way = wayOfLane(lane);
    return way === null ? [] : [way];
  });

/** At most three statements. */
export async function lookAround(ctx: Ctx): Promise<Looked> {
  const now = ctx.now();
  const [notices, [state]] = await read(ctx, dueNotices(ctx, now, mailLanes), mailState(ctx, now));
  const born = await remind(ctx, notices.filter(isReminder));
  return {
    notices,
    mailers: state?.mailers ?? 0,
    failingSince: state?.failingSince ?? null,
    toChannels: Boolean(state?.toChannels),
    ways: [...new Set([...waysIn(state?.ways ?? "[]"), ...born])],
  };
}
