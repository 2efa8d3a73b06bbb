import type { IdOnPage } from "~/access/id-on-page";
import { permitRole } from "~/access/permission";
import type { RuleMatchConditions } from "~/alerts/rules/rule-match";
import { readBatch } from "~/db/read";
import type { AlertOrigin } from "~/db/schema/index";
import { ok, type Result } from "~/failures/failure";
import { heartbeatRowOf } from "~/heartbeats/heartbeat-view";
import { heartbeatsOfComponentQuery } from "~/heartbeats/queries/heartbeat";
import type { Ctx } from "~/platform/ctx";
import { sourceQuietQuestionOf } from "~/sources/rules/quiet";
import { type Status, toStatus } from "~/status/status";
import { newestIncidentsOfComponentQuery, rulesMovingComponentQuery } from "./queries/component";

export interface ComponentSurroundings {
  /** Rules that move it, with their monitor, heartbeat or source. */
  moved: {
    ruleId: string;
    sourceId: string;
    family: AlertOrigin;
    name: string;
    match: RuleMatchConditions | null;
    status: Status;
    /** State of a monitor or heartbeat, with its start (UTC ms); null for a rule. */
    state: string | null;
    since: number | null;
    /** True when one of its alerts is firing. */
    firing: boolean;
    /** True for an external source for which nobody has said what its quiet means, so that it gives no coverage. */
    unsaid: boolean;
  }[];
  /** The ten newest that name it. */
  incidents: { id: string; title: string; startedAt: number }[];
}

type SourcePromiseField = "family" | "heartbeatSeconds" | "silenceHours" | "quietMeansWell" | "quietAnswered";
type MovedBySource = Pick<Awaited<ReturnType<typeof rulesMovingComponentQuery>>[number], SourcePromiseField>;

const isUnsaid = ({ family, quietMeansWell, quietAnswered, ...promise }: MovedBySource): boolean =>
  family === "source" &&
  sourceQuietQuestionOf({ ...promise, quietMeansWell: quietMeansWell !== 0, quietAnswered: quietAnswered !== 0 }) ===
    "nothing";

/**
 * Reads the monitors and rules that affect a component, with their state, and its recent incidents. One round trip of
 * three statements.
 */
export async function readComponentSurroundings(ctx: Ctx, given: IdOnPage): Promise<Result<ComponentSurroundings>> {
  const { pageId, id } = given;
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const now = ctx.now();
  const [moved, incidents, heartbeats] = await readBatch(
    ctx,
    rulesMovingComponentQuery(ctx, pageId, id, now),
    newestIncidentsOfComponentQuery(ctx, pageId, id),
    heartbeatsOfComponentQuery(ctx, pageId, id),
  );
  const beats = new Map(heartbeats.map((row) => [row.id, heartbeatRowOf(row, now)]));
  return ok({
    moved: moved.map(({ catchAll, match, status, watched, watchedSince, firing, ...each }) => ({
      ruleId: each.ruleId,
      sourceId: each.sourceId,
      family: each.family,
      name: each.name,
      unsaid: isUnsaid(each),
      match: catchAll ? null : (JSON.parse(match) as RuleMatchConditions),
      status: toStatus(status),
      state: watched ?? beats.get(each.sourceId)?.state ?? null,
      since: watchedSince ?? beats.get(each.sourceId)?.stateSince ?? null,
      firing: Boolean(firing),
    })),
    incidents,
  });
}
