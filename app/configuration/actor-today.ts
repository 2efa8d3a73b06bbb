import { type Actor, isRoleAtLeast, type Role, roles } from "~/access/actor";
import { readBatch } from "~/db/read";
import { bootstrapActor } from "~/people/find-token";
import { apiTokenRightsQuery, personRightsQuery } from "~/people/queries/people";
import { currentRole } from "~/people/role-today";
import { existingTokenExpiry, isTokenExpired } from "~/people/rules/api-token";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { rolesOnPagesQuery } from "./queries/present-things";
import type { ConfigurationJobActor } from "./rules/configuration-job";
import { deploymentPageId } from "./rules/deployment-page";

/** The maker of a job, with the rights that they have now. */
export interface JobMakerRights {
  actor: Actor;
  /** Page → role, of the pages on which they have one. */
  roles: ReadonlyMap<string, Role>;
}

type Rights = { actor: Actor; personId: string } | null;

/** Returns the session of someone who was asked for a fresh sign-in when the job was started. */
const personToday = (id: string, operator: boolean, now: number): Actor => ({
  kind: "person",
  id,
  operator,
  sessionId: "",
  provenAt: now,
});

async function rightsOf(ctx: Ctx, maker: ConfigurationJobActor): Promise<Rights> {
  if (maker.kind === "person") {
    const [[found]] = await readBatch(ctx, personRightsQuery(ctx, maker.id));
    return found ? { actor: personToday(found.id, found.operator, ctx.now()), personId: found.id } : null;
  }
  if (maker.id === bootstrapActor.id) {
    return ctx.config.bootstrapToken === undefined
      ? null
      : { actor: bootstrapActor, personId: bootstrapActor.personId };
  }
  const [[row]] = await readBatch(ctx, apiTokenRightsQuery(ctx, maker.id));
  const role = roles.find((each) => each === row?.role);
  if (!row || !role || isTokenExpired(existingTokenExpiry(row), ctx.now())) return null;
  const { personId, readOnly, drafter } = row;
  const operator = row.operator && role === "owner";
  return { actor: { kind: "token", id: maker.id, personId, role, readOnly, drafter, operator }, personId };
}

/** Reads the rights of a job's maker; null when the person or the token is gone. */
export async function readJobMakerRights(
  ctx: Ctx,
  maker: ConfigurationJobActor,
  pageIds: readonly string[],
): Promise<JobMakerRights | null> {
  const personId = maker.kind === "person" ? maker.id : maker.personId;
  const [rights, [found]] = await Promise.all([
    rightsOf(ctx, maker),
    readBatch(ctx, rolesOnPagesQuery(ctx, pageIds, personId)),
  ]);
  if (!rights || rights.personId !== personId) return null;
  const known = found.flatMap(({ pageId, role }): [string, Role][] => {
    const today = currentRole({ ...ctx, actor: rights.actor }, role);
    return today ? [[pageId, today]] : [];
  });
  return { actor: rights.actor, roles: new Map(known) };
}

/** Returns the context of a step on a page, or on the deployment; null when its maker may no longer change it. */
export function ctxOfConfigurationStep(
  ctx: Ctx,
  { actor, roles: known }: JobMakerRights,
  pageId: string | null,
  requestId: string,
) {
  const own: Ctx = { ...ctxAfterAnswer(ctx, actor), requestId, showsLater: true };
  if (pageId === null || pageId === deploymentPageId) return "operator" in actor && actor.operator ? own : null;
  const role = known.get(pageId);
  return role && isRoleAtLeast(role, "admin") ? { ...own, member: { pageId, role } } : null;
}
