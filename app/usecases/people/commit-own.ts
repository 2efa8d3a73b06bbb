import { type AuditDraft, type Commit, commit } from "~/db/commit";
import { priorCommit } from "~/db/queries/audit";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";

interface OwnCommit extends Omit<Commit, "pageId"> {
  audit: AuditDraft;
}

/** Commits what is of a person and no page; the id of what it was about, the first one's where it was sent twice. */
export async function commitOwn(ctx: Ctx, plan: OwnCommit): Promise<string> {
  const { outcome } = await commit(ctx, { ...plan, pageId: null });
  const [[prior]] = outcome === "already" ? await read(ctx, priorCommit(ctx, plan.id)) : [[]];
  return prior?.subjectId ?? plan.audit.subjectId;
}
