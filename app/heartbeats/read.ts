import { isRoleAtLeast } from "~/access/actor";
import type { IdOnPage } from "~/access/id-on-page";
import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { ruleViewOf } from "~/alert-rules/rule-view";
import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { pingMailAddressOf, pingSlugUrlOf, pingUrlOf } from "./address";
import { type HeartbeatRow, heartbeatRowOf } from "./heartbeat-view";
import { type ListedPing, toListedPings } from "./pings";
import { heartbeatByIdQuery, sameSlugHeartbeatCountQuery } from "./queries/heartbeat";
import { nextClockRuns } from "./rules/clock-runs";
import type { HeartbeatSchedule } from "./rules/heartbeat";
import { type PingSnippet, pingSnippetsOf, readPingSnippetFiles } from "./snippets";

export type { ListedPing } from "./pings";

export interface HeartbeatDetail {
  heartbeat: HeartbeatRow;
  /** Map of component id → the status that it takes while the heartbeat is down; with the other fields of its rule. */
  components: Record<string, string>;
  mode: string;
  holdSeconds: number;
  resolveAfterSeconds: number;
  /** Ping address, for admins; null for everyone else, and when there is no such address. */
  pingUrl: string | null;
  slugUrl: string | null;
  /** Address for pings by email; null when the deployment receives none. */
  mailAddress: string | null;
  snippets: PingSnippet[];
  /** True when another heartbeat has its slug: pings by it are refused as ambiguous. */
  slugShared: boolean;
  /** Pings, newest first, at most 100. */
  pings: ListedPing[];
  /** The next ten expected runs in UTC ms, when they are known. */
  nextRuns: number[];
}

/** Returns the next runs by the clock of its schedule; a simple schedule counts from its last ping. */
function runsAfter(schedule: HeartbeatSchedule, lastPingAt: number | null, now: number): number[] {
  if (schedule.kind !== "simple") return nextClockRuns(schedule, now, 10);
  if (lastPingAt === null) return [];
  const period = schedule.periodSeconds * 1000;
  const passed = Math.max(0, Math.floor((now - lastPingAt) / period));
  return Array.from({ length: 10 }, (_, index) => lastPingAt + (passed + 1 + index) * period);
}

const unnamed = { components: {}, mode: "draft", holdSeconds: 0, resolveAfterSeconds: 0 };

/**
 * Returns one heartbeat with its rule, its pings and the next expected times; for admins also its addresses. Failures:
 * missing.
 */
export const readHeartbeat = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<HeartbeatDetail>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [
      heartbeatByIdQuery(ctx, pageId, id),
      alertRulesOfPageQuery(ctx, pageId, id),
      pageByIdQuery(ctx, pageId),
      sameSlugHeartbeatCountQuery(ctx, pageId, id),
    ],
    async ([[row], rules, [page], [others]], readersRole) => {
      if (!row) return missingFailure;
      const admin = isRoleAtLeast(readersRole, "admin");
      const pingUrl = admin ? await pingUrlOf(ctx, row) : null;
      const texts = pingUrl ? await readPingSnippetFiles(ctx) : null;
      const { components, mode, holdSeconds, resolveAfterSeconds } =
        rules.map(ruleViewOf).find((each) => each.catchAll) ?? unnamed;
      return ok({
        heartbeat: heartbeatRowOf(row, ctx.now()),
        components,
        mode,
        holdSeconds,
        resolveAfterSeconds,
        pingUrl,
        slugUrl: admin ? await pingSlugUrlOf(ctx, page, row.slug) : null,
        mailAddress: pingMailAddressOf(ctx, pingUrl),
        snippets: pingUrl && texts ? pingSnippetsOf(texts, pingUrl, row) : [],
        slugShared: row.slug !== "" && (others?.same ?? 0) > 0,
        pings: toListedPings(row.pings),
        nextRuns: row.state === "paused" ? [] : runsAfter(row.schedule, row.lastPingAt, ctx.now()),
      });
    },
  );
