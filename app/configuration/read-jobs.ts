import { isRoleAtLeast, personIdOfActor } from "~/access/actor";
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
  const { id, file, ref, state, total, position, counts, refusals, createdAt, updatedAt, endedAt, version } = job;
  const maker = job.actor.kind === "person" ? job.actor.id : job.actor.personId;
  const isMine = personIdOfActor(ctx.actor) === maker;
  return { id, file, ref, state, total, position, counts, refusals, createdAt, updatedAt, endedAt, version, isMine };
}

/** Returns a job, to admins of all its pages and to whoever started it. Failures: unauthenticated, forbidden, missing. */
export async function readConfigurationJob(ctx: Ctx, { id }: { id: string }): Promise<Result<ConfigurationJobView>> {
  const personId = personIdOfActor(ctx.actor);
  if (personId === null) return unauthenticatedFailure;
  const [[job], found] = await readBatch(
    ctx,
    configurationJobByIdQuery(ctx, id),
    rolesOnPagesOfJobQuery(ctx, id, personId),
  );
  if (!job) return missingFailure;
  const pageIds = Object.values(job.pageIds);
  const roles = new Map(found.map(({ pageId, role }) => [pageId, currentRole(ctx, role)]));
  const own = pageIds.map((pageId) => roles.get(pageId) ?? null);
  const view = configurationJobViewOf(ctx, job);
  if (own.includes(null) || (pageIds.length === 0 && !view.isMine)) return missingFailure;
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
