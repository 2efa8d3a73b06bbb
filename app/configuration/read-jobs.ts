import { isRoleAtLeast, personIdOfActor } from "~/access/actor";
import { permitOperator } from "~/access/permission";
import { readForRole } from "~/change/read-permitted";
import { readBatch } from "~/db/read";
import { fail, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { currentRole } from "~/people/role-today";
import type { Ctx } from "~/platform/ctx";
import {
  type ConfigurationJobRow,
  configurationJobByIdQuery,
  configurationJobsOfPageQuery,
} from "./queries/configuration-job";
import { rolesOnPagesOfJobQuery } from "./queries/present-things";
import { noConfigurationCounts } from "./rules/configuration-job";
import { deploymentPageId } from "./rules/deployment-page";

/** The part of a job that is shown; it holds nothing of the file. */
type ShownJob = Pick<
  ConfigurationJobRow,
  | "id"
  | "file"
  | "ref"
  | "state"
  | "total"
  | "position"
  | "counts"
  | "refusals"
  | "createdAt"
  | "updatedAt"
  | "endedAt"
  | "version"
>;
type ViewedJob = ShownJob & Pick<ConfigurationJobRow, "actor">;

/** A job as those who may apply its file see it. */
export type ConfigurationJobView = ShownJob & { isMine: boolean };

export function configurationJobViewOf(ctx: Ctx, job: ViewedJob): ConfigurationJobView {
  const { id, file, ref, state, total, position, refusals, createdAt, updatedAt, endedAt, version } = job;
  const counts = { ...noConfigurationCounts, ...job.counts };
  const maker = job.actor.kind === "person" ? job.actor.id : job.actor.personId;
  const isMine = personIdOfActor(ctx.actor) === maker;
  return { id, file, ref, state, total, position, counts, refusals, createdAt, updatedAt, endedAt, version, isMine };
}

/**
 * Returns a job to admins of all its pages; one that is of no page, or of the deployment too, to whoever started it and
 * to operators. Failures: unauthenticated, forbidden, missing.
 */
export async function readConfigurationJob(ctx: Ctx, { id }: { id: string }): Promise<Result<ConfigurationJobView>> {
  const personId = personIdOfActor(ctx.actor);
  if (personId === null) return unauthenticatedFailure;
  const [[job], found] = await readBatch(
    ctx,
    configurationJobByIdQuery(ctx, id),
    rolesOnPagesOfJobQuery(ctx, id, personId),
  );
  if (!job) return missingFailure;
  const all = Object.values(job.pageIds);
  const pageIds = all.filter((pageId) => pageId !== deploymentPageId);
  const roles = new Map(found.map(({ pageId, role }) => [pageId, currentRole(ctx, role)]));
  const own = pageIds.map((pageId) => roles.get(pageId) ?? null);
  const view = configurationJobViewOf(ctx, job);
  const isHidden = (pageIds.length === 0 || all.length > pageIds.length) && !view.isMine;
  if (own.includes(null) || (isHidden && !permitOperator(ctx.actor).ok)) return missingFailure;
  if (own.some((role) => role && !isRoleAtLeast(role, "admin")))
    return fail({ name: "forbidden", detail: "role.admin" });
  return ok(view);
}

/** Lists the last jobs of a page, the newest first, to its admins. */
export const listConfigurationJobs = (
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<ConfigurationJobView[]>> =>
  readForRole(ctx, { pageId, role: "admin" }, [configurationJobsOfPageQuery(ctx, pageId)], ([jobs]) =>
    ok(jobs.map((job) => configurationJobViewOf(ctx, job))),
  );
