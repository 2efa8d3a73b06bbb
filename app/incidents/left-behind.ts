import { permit } from "~/access/permission";
import type { Going } from "~/alert-rules/queries/watching";
import type { NoticeDraft } from "~/commit/commit";
import { read } from "~/db/read";
import type { Statement } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { dismissDrafts, leftBehindBy } from "./queries/left-behind";

type Left = Awaited<ReturnType<typeof leftBehindBy>>;

const usefulFor = 24 * 3600_000;

/** What a deletion does to the incidents whose last alert goes: drafts without a word of a person go too, the team is told of the rest. */
export function partFrom(ctx: Ctx, pageId: string, left: Left): { changes: Statement[]; notices: NoticeDraft[] } {
  const now = ctx.now();
  const isIdle = ({ visibility, isSpoken }: Left[number]) => visibility === "draft" && isSpoken === 0;
  const idle = left.filter(isIdle).map(({ id }) => id);
  const staying = left.filter((each) => !isIdle(each));
  return {
    changes: dismissDrafts(pageId, idle, now),
    notices: staying.map(({ id }) => ({
      kind: "unassigned",
      subjectId: id,
      sequence: now,
      audience: "team",
      scope: { reason: "monitor_deleted" },
      dueAt: now,
      expiresAt: now + usefulFor,
    })),
  };
}

export interface LeftIncident {
  id: string;
  title: string;
}

/** The incidents that stay open without an alert once these are gone: what a dialogue says before. One statement. */
export async function listLeftBehind(
  ctx: Ctx,
  { pageId, going }: { pageId: string; going: Going },
): Promise<Result<LeftIncident[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [found] = await read(ctx, leftBehindBy(ctx, pageId, going));
  return ok(
    found
      .filter(({ visibility, isSpoken }) => visibility === "published" || isSpoken === 1)
      .map(({ id, title }) => ({ id, title })),
  );
}
