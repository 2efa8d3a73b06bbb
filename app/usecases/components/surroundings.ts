import { incidentsOfComponent, movedBy } from "~/db/queries/component";
import { read } from "~/db/read";
import type { AlertOrigin } from "~/db/schema/index";
import type { Ctx } from "~/platform/ctx";
import type { Match } from "~/rules/alerts/rule-match";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { type Status, toStatus } from "~/rules/basics/status";

export interface Surroundings {
  /** Rules that move it, with the monitor, heartbeat or source that each is of. */
  moved: { ruleId: string; sourceId: string; family: AlertOrigin; name: string; match: Match | null; status: Status }[];
  /** The ten newest that name it. */
  incidents: { id: string; title: string; startedAt: number }[];
}

/** What moves a component, and what it was in lately. One trip of two statements. */
export async function surroundingsOf(ctx: Ctx, given: { pageId: string; id: string }): Promise<Result<Surroundings>> {
  const { pageId, id } = given;
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [moved, incidents] = await read(ctx, movedBy(ctx, pageId, id), incidentsOfComponent(ctx, pageId, id));
  return ok({
    moved: moved.map(({ catchAll, match, status, ...each }) => ({
      ...each,
      match: catchAll ? null : (JSON.parse(match) as Match),
      status: toStatus(status),
    })),
    incidents,
  });
}
