import { personOf } from "~/access/actor";
import type { Member } from "~/access/permission";
import { read } from "~/db/read";
import { missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { memberOf } from "~/people/role-today";
import type { Ctx } from "~/platform/ctx";
import { pageByName } from "./queries/page";

/**
 * Returns the page that a program names by id or slug, with the actor's role on it; fails with missing when the actor
 * is no member.
 */
export async function findPage(ctx: Ctx, name: string): Promise<Result<Member>> {
  const personId = personOf(ctx.actor);
  if (personId === null) return unauthenticatedFailure;
  const [found] = await read(ctx, pageByName(ctx, name, personId));
  const member = memberOf(
    ctx,
    found.map(({ row: { id }, role }) => ({ id, role })),
    name,
  );
  return member ? ok(member) : missingFailure;
}
