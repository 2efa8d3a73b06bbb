import { fail, ok, type Result } from "~/failures/failure";

/** Result of every change: the id of the changed object, and side effects that the person should know. */
export interface ChangeResult {
  id: string;
  /** Ids of components that no longer have an observer. */
  leftUnwatched?: readonly string[];
  /** The new keeper of the component, if that changed. */
  keptBy?: string;
}

/** The audit entry of the commit; empty if the commit is new. */
export type PriorCommit = readonly {
  subjectId: string;
  pageId: string | null;
  leftUnwatched?: string | null;
  keptBy?: string | null;
}[];

/** Reads the answer from the audit entry, which keeps it for a repeated request. */
export function changeResultOf(id: string, after: Record<string, unknown> | null | undefined): ChangeResult {
  const { leftUnwatched, keptBy } = (after ?? {}) as Partial<ChangeResult>;
  return { id, ...(leftUnwatched ? { leftUnwatched } : {}), ...(keptBy ? { keptBy } : {}) };
}

/**
 * Returns the first answer if this commit is already stored, or null if it is new. `pageId` is null for the deployment.
 */
export function priorCommitResultOf([prior]: PriorCommit, pageId: string | null): Result<ChangeResult> | null {
  if (!prior) return null;
  const { leftUnwatched: left, keptBy } = prior;
  const told = { leftUnwatched: left ? (JSON.parse(left) as string[]) : undefined, keptBy };
  if (prior.pageId === pageId) return ok(changeResultOf(prior.subjectId, told));
  return fail({ name: "conflict", code: "commit_id_used", detail: "commit.used" });
}
