import type { Failure } from "~/failures/failure";
import { type Refusal, refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { applyConfigurationPlan } from "../apply-configuration";
import { type PreparedConfigurationPlan, planWithRemovals, prepareConfigurationPlan } from "../plan-configuration";
import type { UndescribedThing } from "../rules/configuration-types";
import { configurationPlanText } from "../rules/plan-text";
import type { RepositoryReadingRow, RepositoryRow } from "./queries/repository";
import { maxPlanChars, maxRepositoryReadingErrors, type RepositoryReadingState } from "./rules/reading";

/** The end of a reading, or its next try. */
export type RepositoryReadingOutcome =
  | { is: "ended"; columns: Partial<RepositoryReadingRow> & { state: RepositoryReadingState } }
  | { is: "again"; refusal: Refusal; retryAfter: number | null }
  /** The person who lends their role has lost it. */
  | { is: "stopped" };

export const failedRepositoryReadingOutcome = (
  refusal: Refusal,
  more: Partial<RepositoryReadingRow> = {},
): RepositoryReadingOutcome => ({
  is: "ended",
  columns: { state: "failed", refusal, ...more },
});

/** Returns the refusal of a plan or an application that failed. */
function outcomeOfFailure(failure: Failure): RepositoryReadingOutcome {
  switch (failure.name) {
    case "invalid":
      return failedRepositoryReadingOutcome(
        failure.detail ?? Object.values(failure.fields)[0] ?? "repository.unusable",
      );
    case "unauthenticated":
    case "forbidden":
    case "missing":
      return failedRepositoryReadingOutcome("repository.no_right");
    case "conflict":
      return { is: "again", refusal: failure.detail ?? "repository.changed", retryAfter: null };
    default:
      return { is: "again", refusal: "repository.unusable", retryAfter: null };
  }
}

const keyOfLeft = ({ slug, noun, key }: UndescribedThing): string => `${slug}/${noun}/${key}`;

function outcomeOfErrors({ plan }: PreparedConfigurationPlan): RepositoryReadingOutcome {
  const errors = plan.errors.slice(0, maxRepositoryReadingErrors).map(({ message, place }) => ({
    message,
    line: place?.line ?? 1,
    column: place?.column ?? 1,
  }));
  return failedRepositoryReadingOutcome("configuration.errors", { errors });
}

/** Returns the slug of a page that the repository may not change; null when there is none. */
function foreignPageOf(
  { document, pageIds }: PreparedConfigurationPlan,
  { pageId, otherPages }: RepositoryRow,
): string | null {
  if (otherPages) return null;
  return document.pages.find(({ slug }) => pageIds[slug] !== pageId)?.slug ?? null;
}

/** Keeps a plan for a person, with what identifies it without and with removals. */
function pendingOutcome(ctx: Ctx, prepared: PreparedConfigurationPlan): RepositoryReadingOutcome {
  const { plan, file, digest } = prepared;
  const leaving = (plan.left ?? []).map(keyOfLeft);
  const pruned = leaving.length === 0 ? null : planWithRemovals(ctx, prepared);
  return {
    is: "ended",
    columns: {
      state: "pending",
      refusal: null,
      planText: configurationPlanText(plan, file).slice(0, maxPlanChars),
      digest,
      pruneDigest: pruned?.plan.errors.length === 0 ? pruned.digest : null,
      leaving,
    },
  };
}

/** Applies a plan with the rights of whoever lends their role. */
async function applied(
  ctx: Ctx,
  { actor }: RepositoryRow,
  { id: commitId, commitSha: ref }: RepositoryReadingRow,
  prepared: PreparedConfigurationPlan,
): Promise<RepositoryReadingOutcome> {
  const done = await applyConfigurationPlan(ctx, prepared, { actor, commitId, ref });
  if (!done.ok) return outcomeOfFailure(done.failure);
  const { job } = done.value;
  const state = job === null ? "unchanged" : "applied";
  return { is: "ended", columns: { state, refusal: null, jobId: job?.id ?? null } };
}

/** Decides on a file: it is applied, waits for a person, changes nothing, or has errors. */
export async function decideOnRepositoryFile(
  ctx: Ctx,
  repository: RepositoryRow,
  reading: RepositoryReadingRow,
  text: string,
): Promise<RepositoryReadingOutcome> {
  const prepared = await prepareConfigurationPlan(ctx, { text, prune: false });
  if (!prepared.ok) return outcomeOfFailure(prepared.failure);
  const { plan } = prepared.value;
  if (plan.errors.length > 0) return outcomeOfErrors(prepared.value);
  const slug = foreignPageOf(prepared.value, repository);
  if (slug !== null) return failedRepositoryReadingOutcome(refusalFor("repository.other_page", { slug }));
  const leaves = (plan.left ?? []).some((each) => !repository.kept.includes(keyOfLeft(each)));
  if (plan.changes.length === 0 && !leaves) return { is: "ended", columns: { state: "unchanged", refusal: null } };
  if (leaves || !repository.applies) return pendingOutcome(ctx, prepared.value);
  return applied(ctx, repository, reading, prepared.value);
}
