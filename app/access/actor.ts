export const roles = ["viewer", "responder", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** Returns true when a role includes the needed one. */
export const isRoleAtLeast = (role: Role, need: Role): boolean => roles.indexOf(role) >= roles.indexOf(need);

/**
 * The actor of a request. A token acts for a person; its role is the lower of its own and its maker's present one (spec
 * §6).
 */
export type Actor =
  | { kind: "visitor" }
  | {
      kind: "person";
      id: string;
      operator: boolean;
      sessionId: string;
      /** Time when they last authenticated, in ms; absent when not in this session. */
      provenAt?: number;
      /**
       * True for the first operator before they have a passkey, an address or a provider, so that only the console
       * signs them in.
       */
      onlyByConsole?: boolean;
    }
  | {
      kind: "token";
      id: string;
      personId: string;
      role: Role;
      readOnly: boolean;
      operator: boolean;
      /** True when it may only draft and propose (access/permission). */
      drafter?: boolean;
      /** Its name, as people gave it. */
      name?: string;
    }
  | { kind: "machine"; id: string };

export type ActorKind = Actor["kind"];

/** Returns the person behind a session or a token; null for machines and visitors. */
export const personIdOfActor = (actor: Actor): string | null =>
  actor.kind === "person" ? actor.id : actor.kind === "token" ? actor.personId : null;
