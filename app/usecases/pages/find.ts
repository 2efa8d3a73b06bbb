import { pageNamed } from "~/db/queries/page";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { personOf } from "~/rules/basics/actor";
import { fail, ok, type Result } from "~/rules/basics/failure";
import type { Member } from "~/rules/basics/permission";
import { missing } from "../change/answers";
import { roleToday } from "./list";

type Found = readonly { id: string; role: string | null }[];

/** The role of the actor on the page of this name, where one is called so by its id and another one by its slug the first. */
export function memberOf(ctx: Ctx, found: Found, name: string | null): Member | null {
  const page = found.find(({ id }) => id === name) ?? found[0];
  const role = roleToday(ctx, page?.role ?? null);
  return page && role ? { pageId: page.id, role } : null;
}

/** The page that a program names by id or slug, with the actor's role on it; missing for who is no member of it. */
export async function findPage(ctx: Ctx, name: string): Promise<Result<Member>> {
  const personId = personOf(ctx.actor);
  if (personId === null) return fail({ name: "unauthenticated" });
  const [found] = await read(ctx, pageNamed(ctx, name, personId));
  const member = memberOf(
    ctx,
    found.map(({ row: { id }, role }) => ({ id, role })),
    name,
  );
  return member ? ok(member) : missing;
}
