import { priorCommit } from "~/db/queries/audit";
import { heartbeatById } from "~/db/queries/heartbeat";
import { read } from "~/db/read";
import { source } from "~/db/schema";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type HeartbeatTarget, heartbeatTarget } from "~/rules/heartbeats/input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { type Change, commitChange } from "../change/commit";
import { find } from "../change/find";
import { settleSoon } from "../change/settle-soon";
import { plainOf } from "./view";

/** As it is read for a decision, with its sealed address. */
export type KnownHeartbeat = Awaited<ReturnType<typeof heartbeatById>>[number];

interface HeartbeatStep {
  action: string;
  guards?: Statement[];
  changes: Statement[];
  before?: Change["audit"]["before"];
  after?: Change["audit"]["after"];
}

/** One change of one heartbeat by an admin, compared with the version that was read. Failures: conflict, missing. */
export async function stepHeartbeat(
  ctx: Ctx,
  given: HeartbeatTarget,
  decide: (row: KnownHeartbeat) => Result<HeartbeatStep>,
): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(heartbeatTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  const done = await changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), heartbeatById(ctx, pageId, id));
    const found = find(prior, row, { pageId, version }, plainOf);
    if (found.answer) return found.answer;
    const step = decide(found.row);
    if (!step.ok) return step;
    const { changes, guards = [], ...audit } = step.value;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: source, rows: [{ id, version: found.row.version }] }],
      guards,
      changes,
      audit: { subjectKind: "heartbeat", subjectId: id, ...audit },
    });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}
