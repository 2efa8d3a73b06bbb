export const roles = ["viewer", "responder", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** Returns true if `role` has at least the rights of `need`. */
export const isRoleAtLeast = (role: Role, need: Role): boolean => roles.indexOf(role) >= roles.indexOf(need);

/**
 * The actor of a request. A token acts for a person. Its role is the lower of the token's role and the current role of
 * the person who created it (spec §6).
 */
export type Actor =
  | { kind: "visitor" }
  | {
      kind: "person";
      id: string;
      operator: boolean;
      sessionId: string;
      /**
       * Time when the person last authenticated in this session, UTC ms; absent if they did so in an earlier one only.
       */
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
      /** True if the token may only draft and propose (access/permission). */
      drafter?: boolean;
      /** The token's name, as its creator entered it. */
      name?: string;
    }
  | { kind: "machine"; id: string };

export type ActorKind = Actor["kind"];

/** Returns the person behind a session or a token; null for machines and visitors. */
export const personIdOfActor = (actor: Actor): string | null =>
  actor.kind === "person" ? actor.id : actor.kind === "token" ? actor.personId : null;
