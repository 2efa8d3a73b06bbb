/** A channel of a policy, in its current state. */
export interface PolicyChannel {
  id: string;
  /** Name; null when no channel has this id any more. */
  name: string | null;
  /** True when it is paused, by a person or because it failed. */
  off: boolean;
}

export interface PolicyPerson {
  id: string;
  /** Name; null when no person has this id any more. */
  name: string | null;
  /** Role on the page; null when they have left it. */
  role: string | null;
  /** True when they have an address, and their account is enabled. */
  reached: boolean;
}

export interface PolicyRecipients {
  channels: readonly PolicyChannel[];
  people: readonly PolicyPerson[];
}

/** A channel or person in the policy that is not notified. Those without a name are counted together. */
export interface UnreachedRecipient {
  reason: "channel_gone" | "channel_off" | "person_gone" | "person_left" | "person_viewer" | "person_unreachable";
  /** Id of the recipient; "" if the entry stands for several recipients. */
  id: string;
  name: string;
  count: number;
}

/** The channels and people that an escalation skips. `nobody` is true if it notifies nobody at all. */
export interface UnreachedPolicyRecipients {
  unheard: UnreachedRecipient[];
  nobody: boolean;
}

function reasonOf({ name, role, reached }: PolicyPerson): UnreachedRecipient["reason"] | null {
  if (name === null) return "person_gone";
  if (role === null) return "person_left";
  if (role === "viewer") return "person_viewer";
  return reached ? null : "person_unreachable";
}

const channelReason = ({ name, off }: PolicyChannel) =>
  name === null ? ("channel_gone" as const) : off ? ("channel_off" as const) : null;

const gone = (reason: "channel_gone" | "person_gone", count: number): UnreachedRecipient[] =>
  count > 0 ? [{ reason, id: "", name: "", count }] : [];

/** Returns the channels and people that a policy names but does not reach; null when all are notified. */
export function unreachedPolicyRecipients({ channels, people }: PolicyRecipients): UnreachedPolicyRecipients | null {
  const named = [
    ...channels.map((each) => ({ id: each.id, name: each.name, reason: channelReason(each) })),
    ...people.map((each) => ({ id: each.id, name: each.name, reason: reasonOf(each) })),
  ];
  const countOf = (reason: UnreachedRecipient["reason"]) => named.filter((each) => each.reason === reason).length;
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
