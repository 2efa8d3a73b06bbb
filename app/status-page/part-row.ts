import type { Ctx } from "~/platform/ctx";
import { oncePerDeployment } from "~/platform/isolate";
import { dayOf } from "~/time/day";
import { minuteMs } from "~/time/durations";
import { isRecentInstant } from "~/time/instants";
import {
  type SnapshotPart,
  type SnapshotReadContext,
  type SnapshotRow,
  snapshotViewStatement,
  tickStampStatement,
} from "./queries/snapshot";
import { pageFreshAsOf } from "./rules/seen-page";

export type PageLocator = { slug: string } | { host: string };

/** Time that the database is given for a read, in ms. */
const readDeadlineMs = 1500;

/** The time of the last tick as this isolate knows it: one row for all pages, which is read once a minute. */
const stamps = oncePerDeployment(() => ({ at: 0, requests: 0, byTabs: 0, readAt: Number.NEGATIVE_INFINITY }));
const stampMemoryMs = minuteMs;

/** Today's requests of all isolates, as far as they have reported and as this isolate last read. */
export const requestCountsToday = (ctx: Ctx): { all: number; byTabs: number } => {
  const { requests, byTabs } = stamps(ctx);
  return { all: requests, byTabs };
};

/** Reads the row of a part; null = no page is there. Its freshness follows the tick's stamp. */
export async function readSnapshotRow(
  ctx: Ctx,
  part: SnapshotPart,
  where: PageLocator,
  reading: SnapshotReadContext,
): Promise<SnapshotRow | null> {
  const now = ctx.now();
  const stamp = stamps(ctx);
  const isKnown = isRecentInstant(stamp.readAt, now, stampMemoryMs);
  const d1 = ctx.d1.within(readDeadlineMs);
  const asked = [
    snapshotViewStatement(part, where, reading),
    ...(isKnown ? [] : [tickStampStatement(dayOf("Etc/UTC", now))]),
  ];
  const [view, stamped] = await d1.batch(asked.map(({ sql, params }) => d1.prepare(sql).bind(...params)));
  const [found] = (stamped?.results ?? []) as { at: number; requests: number; by_tabs: number }[];
  if (stamped)
    Object.assign(stamp, {
      at: found?.at ?? 0,
      requests: found?.requests ?? 0,
      byTabs: found?.by_tabs ?? 0,
      readAt: now,
    });
  const [row] = (view?.results ?? []) as SnapshotRow[];
  const told = row && { ...row, observed_at: pageFreshAsOf(row.observed_at, stamp.at, now) };
  return told?.page_id ? told : null;
}
