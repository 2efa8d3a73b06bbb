import { type AuditDraft, type Commit, commit } from "~/db/commit";
import { priorCommit } from "~/db/queries/audit";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { permitOperator } from "~/rules/basics/permission";
import type { Done } from "../change";

/** The operator, with a token that may write. */
export function permitChange({ actor }: Ctx): Result<true> {
  const may = permitOperator(actor);
  if (may.ok && actor.kind === "token" && actor.readOnly) return fail({ name: "forbidden", code: "read_only_token" });
  return may;
}

type DeploymentCommit = Omit<Commit, "pageId" | "audit" | "publishes"> & { audit: AuditDraft };

/** The answer of the first time, when this very commit of the deployment is in already. */
export function replayed([prior]: { subjectId: string; pageId: string | null }[]): Result<Done> | null {
  if (!prior) return null;
  if (prior.pageId === null) return ok({ id: prior.subjectId });
  return fail({ name: "conflict", code: "commit_id_used", detail: "This commit id belongs to something else." });
}

/** Changes what belongs to the deployment and to no page. Sent twice, it answers as the first time. */
export async function commitDeployment(ctx: Ctx, plan: DeploymentCommit): Promise<Result<Done>> {
  const { outcome } = await commit(ctx, { ...plan, pageId: null });
  if (outcome === "committed") return ok({ id: plan.audit.subjectId });
  const [prior] = await read(ctx, priorCommit(ctx, plan.id));
  return replayed(prior) ?? ok({ id: plan.audit.subjectId });
}
