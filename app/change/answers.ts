import { fail, ok, type Result } from "~/failures/failure";

/** The answer of every change: the id of its subject, and its side effects. */
export interface Done {
  id: string;
  /** Ids of components that nothing watches any more. */
  leftUnwatched?: readonly string[];
  /** The new keeper of the component, if that changed. */
  keptBy?: string;
}

/** The audit entry of the commit, if it is stored already. */
export type Prior = readonly {
  subjectId: string;
  pageId: string | null;
  leftUnwatched?: string | null;
  keptBy?: string | null;
}[];

/** Reads the answer from the audit entry, which keeps it for a repeated request. */
export function doneOf(id: string, after: Record<string, unknown> | null | undefined): Done {
  const { leftUnwatched, keptBy } = (after ?? {}) as Partial<Done>;
  return { id, ...(leftUnwatched ? { leftUnwatched } : {}), ...(keptBy ? { keptBy } : {}) };
}

/**
 * Returns the first answer when this very commit is stored already; null when it is new. `pageId` null for the
 * deployment.
 */
export function replayOf([prior]: Prior, pageId: string | null): Result<Done> | null {
  if (!prior) return null;
  const { leftUnwatched: left, keptBy } = prior;
  const told = { leftUnwatched: left ? (JSON.parse(left) as string[]) : undefined, keptBy };
  if (prior.pageId === pageId) return ok(doneOf(prior.subjectId, told));
  return fail({ name: "conflict", code: "commit_id_used", detail: "commit.used" });
}
