import type { ActorKind } from "~/access/actor";
import type { Ctx } from "../platform/ctx";

/**
 * Returns the author that an update keeps. An update made with a token is attributed to the person who made the token.
 */
export function updateAuthorOf({ actor }: Ctx): { authorKind: ActorKind; authorId: string | null } {
  if (actor.kind === "token") return { authorKind: "token", authorId: actor.personId };
  return { authorKind: actor.kind, authorId: actor.kind === "visitor" ? null : actor.id };
}
