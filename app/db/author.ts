import type { ActorKind } from "~/access/actor";
import type { Ctx } from "../platform/ctx";

/** Who speaks, as an update keeps it. A token speaks for its maker. */
export function authorOf({ actor }: Ctx): { authorKind: ActorKind; authorId: string | null } {
  if (actor.kind === "token") return { authorKind: "token", authorId: actor.personId };
  return { authorKind: actor.kind, authorId: actor.kind === "visitor" ? null : actor.id };
}
