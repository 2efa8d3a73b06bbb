import type { Actor } from "~/access/actor";
import type { ConfigurationJobActor } from "./rules/configuration-job";

/** Returns who lends a job their rights; null for machines and visitors. */
export function jobMakerOf(actor: Actor): ConfigurationJobActor | null {
  if (actor.kind === "person") return { kind: "person", id: actor.id };
  return actor.kind === "token" ? { kind: "token", id: actor.id, personId: actor.personId } : null;
}
