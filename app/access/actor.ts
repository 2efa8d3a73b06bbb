export const roles = ["viewer", "responder", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** Who acts. A token acts for a person; its role is the lower of its own and its maker's today (spec §6). */
export type Actor =
  | { kind: "visitor" }
  | {
      kind: "person";
      id: string;
      operator: boolean;
      sessionId: string;
      /** When they last proved who they are, in ms; absent = not in this session. */
      provenAt?: number;
      /** The first operator before they have a passkey, an address or a provider: nothing but the console signs them in. */
      onlyByConsole?: boolean;
    }
  | { kind: "token"; id: string; personId: string; role: Role; readOnly: boolean; operator: boolean }
  | { kind: "machine"; id: string };

export type ActorKind = Actor["kind"];

/** The person behind a session or a token; null for machines and visitors. */
export const personOf = (actor: Actor): string | null =>
  actor.kind === "person" ? actor.id : actor.kind === "token" ? actor.personId : null;
