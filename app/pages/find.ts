import { personIdOfActor } from "~/access/actor";
import type { PageMembership } from "~/access/permission";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { actorMembershipOnPage } from "~/people/role-today";
import type { Ctx } from "~/platform/ctx";
import { pageByIdOrSlugQuery } from "./queries/page";

/**
 * Returns the page that a program names by id or slug, with the actor's role on it; fails with missing when the actor
 * is no member.
 */
export async function findPageMembership(ctx: Ctx, name: string): Promise<Result<PageMembership>> {
  const personId = personIdOfActor(ctx.actor);
  if (personId === null) return unauthenticatedFailure;
  const [found] = await readBatch(ctx, pageByIdOrSlugQuery(ctx, name, personId));
  const member = actorMembershipOnPage(
    ctx,
    found.map(({ row: { id }, role }) => ({ id, role })),
    name,
  );
  return member ? ok(member) : missingFailure;
}
