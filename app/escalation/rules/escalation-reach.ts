/** A channel that a policy names, as it is by now. */
export interface NamedChannel {
  id: string;
  /** null = there is none with this id any more. */
  name: string | null;
  /** It is paused, by a person or because it failed. */
  off: boolean;
}

export interface NamedPerson {
  id: string;
  /** null = there is nobody with this id any more. */
  name: string | null;
  /** On the page; null = they have left it. */
  role: string | null;
  /** They have an address, and their account is on. */
  reached: boolean;
}

export interface NamedInPolicy {
  channels: readonly NamedChannel[];
  people: readonly NamedPerson[];
}

/** One whom the policy names and nobody tells. Those without a name are counted together. */
export interface Unheard {
  reason: "channel_gone" | "channel_off" | "person_gone" | "person_left" | "person_viewer" | "person_unreachable";
  /** "" where it is several. */
  id: string;
  name: string;
  count: number;
}

/** Whom an escalation skips; `nobody`: it tells nobody at all. */
export interface PolicyReach {
  unheard: Unheard[];
  nobody: boolean;
}

function reasonOf({ name, role, reached }: NamedPerson): Unheard["reason"] | null {
  if (name === null) return "person_gone";
  if (role === null) return "person_left";
  if (role === "viewer") return "person_viewer";
  return reached ? null : "person_unreachable";
}

const channelReason = ({ name, off }: NamedChannel) =>
  name === null ? ("channel_gone" as const) : off ? ("channel_off" as const) : null;

const gone = (reason: "channel_gone" | "person_gone", count: number): Unheard[] =>
  count > 0 ? [{ reason, id: "", name: "", count }] : [];

/** Whom a policy names and does not reach; null = all of them are told. */
export function policyReach({ channels, people }: NamedInPolicy): PolicyReach | null {
  const named = [
    ...channels.map((each) => ({ id: each.id, name: each.name, reason: channelReason(each) })),
    ...people.map((each) => ({ id: each.id, name: each.name, reason: reasonOf(each) })),
  ];
  const countOf = (reason: Unheard["reason"]) => named.filter((each) => each.reason === reason).length;
  const single = named.flatMap(({ id, name, reason }) =>
    reason === null || name === null ? [] : [{ reason, id, name, count: 1 }],
  );
  const unheard = [
    ...gone("channel_gone", countOf("channel_gone")),
    ...gone("person_gone", countOf("person_gone")),
    ...single,
  ];
  return unheard.length === 0 ? null : { unheard, nobody: named.every(({ reason }) => reason !== null) };
}
