import { priorCommit } from "~/db/queries/audit";
import { mutable, mutableTable, setMute } from "~/db/queries/mute";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type UnmuteInput, unmuteInput } from "~/rules/settling/mute-input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";
import { settleSoon } from "../change/settle-soon";

export type { UnmuteInput };

/**
 * Ends a mute now, as if it had been set for so long: what fires is told, and what is due opens. What is not muted stays
 * so. Failures: invalid, missing.
 */
export async function unmute(ctx: Ctx, given: UnmuteInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(unmuteInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id(), subject } = parsed.value;
  const done = await changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), mutable(ctx, pageId, subject));
    const found = find(prior, row, { pageId });
    if (found.answer) return found.answer;
    const now = ctx.now();
    const { name, mutedUntil } = found.row;
    if (mutedUntil === null || mutedUntil <= now) return ok({ id: subject.id });
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: mutableTable(subject), rows: [{ id: subject.id, version: found.row.version }] }],
      changes: [...setMute(pageId, subject, now, now), wantSettle(pageId, ctx.now())],
      audit: {
        action: `${subject.kind}.unmute`,
        subjectKind: subject.kind,
        subjectId: subject.id,
        before: { mutedUntil },
        after: { name, mutedUntil: now },
      },
    });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}
