import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

/** SQL for the entry of membership `m`, which an earlier statement of the commit has written. */
const ownerEntry = (id: string) => `INSERT INTO audit_entry
    (id, page_id, at, actor_kind, actor_id, action, subject_kind, subject_id, after, request_id)
  SELECT ${id}, m.page_id, ?3, ?4, ?5, ?2, 'page', m.page_id, json_object('person', m.person_id, 'role', m.role), ?6
    FROM membership m`;

const actorParams = ({ actor, requestId, ...ctx }: Ctx) => [
  ctx.now(),
  actor.kind,
  actor.kind === "visitor" ? null : actor.id,
  requestId,
];

/** Records the human whom the commit made the owner of a new page besides its creator; no row when there is none. */
export const recordFirstOwnerStatement = (ctx: Ctx, pageId: string, creatorId: string | null): SqlStatement => ({
  sql: `${ownerEntry("?1")} WHERE m.page_id = ?7 AND m.person_id IS NOT ?8`,
  params: [ctx.id(), "page.give_first_owner", ...actorParams(ctx), pageId, creatorId],
});

/** Records in each page’s own log that its new owner, who was a member of nothing before, adopted it. */
export const recordAdoptedPagesStatement = (ctx: Ctx, personId: string): SqlStatement => ({
  sql: `${ownerEntry("?1 || m.page_id")} WHERE m.person_id = ?7`,
  params: [ctx.id(), "page.join", ...actorParams(ctx), personId],
});
