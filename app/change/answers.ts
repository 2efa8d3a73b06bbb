import { fail, ok, type Result } from "~/failures/failure";

/** What every change answers: the id of what it was about, and what else came of it that nobody asked for. */
export interface Done {
  id: string;
  /** Components, by id, that nothing watches any more. */
  leftUnwatched?: readonly string[];
  /** Who keeps the component from now on, where that changed. */
  keptBy?: string;
}

export const missing = fail({ name: "missing" });

/** The audit entry of the commit, where it is in already. */
export type Prior = readonly {
  subjectId: string;
  pageId: string | null;
  leftUnwatched?: string | null;
  keptBy?: string | null;
}[];

/** From the words of the audit log, which keep it for who sends the same again. */
export function doneOf(id: string, after: Record<string, unknown> | null | undefined): Done {
  const { leftUnwatched, keptBy } = (after ?? {}) as Partial<Done>;
  return { id, ...(leftUnwatched ? { leftUnwatched } : {}), ...(keptBy ? { keptBy } : {}) };
}

/** The answer of the first time when this very commit is in already; null when it is new. `pageId` null = the deployment's. */
export function replayOf([prior]: Prior, pageId: string | null): Result<Done> | null {
  if (!prior) return null;
  const { leftUnwatched: left, keptBy } = prior;
  const told = { leftUnwatched: left ? (JSON.parse(left) as string[]) : undefined, keptBy };
  if (prior.pageId === pageId) return ok(doneOf(prior.subjectId, told));
  return fail({ name: "conflict", code: "commit_id_used", detail: "commit.used" });
}
