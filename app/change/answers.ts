import { fail, ok, type Result } from "~/failures/failure";

/** What every change answers: the id of what it was about. */
export interface Done {
  id: string;
}

export const missing = fail({ name: "missing" });

/** The audit entry of the commit, where it is in already. */
export type Prior = readonly { subjectId: string; pageId: string | null }[];

/** The answer of the first time when this very commit is in already; null when it is new. `pageId` null = the deployment's. */
export function replayOf([prior]: Prior, pageId: string | null): Result<Done> | null {
  if (!prior) return null;
  if (prior.pageId === pageId) return ok({ id: prior.subjectId });
  return fail({ name: "conflict", code: "commit_id_used", detail: "commit.used" });
}
