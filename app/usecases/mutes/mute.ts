import { priorCommit } from "~/db/queries/audit";
import { mutable, mutableTable, setMute } from "~/db/queries/mute";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type MuteInput, muteInput } from "~/rules/settling/mute-input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";
import { settleSoon } from "../change/settle-soon";

export type { MuteInput };

/**
 * Silences the team's messages and new incidents of a component, source, monitor, heartbeat or of everything for so
 * many minutes from now; never the status. It ends by itself; muting again sets another end. Failures: invalid, missing.
 */
export async function mute(ctx: Ctx, given: MuteInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(muteInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id(), subject, minutes, reason = "" } = parsed.value;
  const done = await changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), mutable(ctx, pageId, subject));
    const found = find(prior, row, { pageId });
    if (found.answer) return found.answer;
    const now = ctx.now();
    const mutedUntil = now + minutes * 60_000;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: mutableTable(subject), rows: [{ id: subject.id, version: found.row.version }] }],
      changes: [...setMute(pageId, subject, mutedUntil, now), wantSettle(pageId, ctx.now())],
      audit: {
        action: `${subject.kind}.mute`,
        subjectKind: subject.kind,
        subjectId: subject.id,
        before: { mutedUntil: found.row.mutedUntil },
        after: { name: found.row.name, mutedUntil, ...(reason ? { reason } : {}) },
      },
    });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}
