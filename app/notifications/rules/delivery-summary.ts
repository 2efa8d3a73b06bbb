import type { Refusal } from "~/failures/refusal";
import type { ContactWay } from "./contact-ways";
import type { NoticeAudienceKind } from "./notice";
import type { NoticeOutcome } from "./notice-plan";

/** A channel of the team that an update was sent to. */
export interface NotifiedChannel {
  id: string;
  name: string;
  state: "due" | "sent" | "dead" | "overtaken";
  /** Last answer of a channel that did not get the message; null = it was not tried yet. */
  answer: Refusal | null;
}

/** The delivery of an update in one way; a null way is email. Instants in ms. */
export interface SentNotice {
  id: string;
  audience: NoticeAudienceKind;
  way: ContactWay | null;
  createdAt: number;
  /** Outcome; null while more is being sent. */
  outcome: NoticeOutcome | null;
  recipients: number;
  sent: number;
  /** Recipients that it did not reach. */
  failed: number;
  /** Channels, for the team's notice. */
  channels: NotifiedChannel[];
}

/** The number of recipients that an update reached, and the ways by which it did. */
export interface DeliverySummary {
  sent: number;
  recipients: number;
  isOver: boolean;
  /** True when nothing was sent for it alone, because the next update was sent together with it. */
  isTogether: boolean;
  /** Notices to subscribers. */
  parts: SentNotice[];
  /** Notices to the team: its emails and its channels. */
  team: SentNotice[];
  channels: NotifiedChannel[];
}

interface UpdateRef {
  id: string;
  createdAt: number;
}

/** Returns the sum of several notices; each way and channel is also listed on its own. */
function summedUp(notices: readonly SentNotice[]): DeliverySummary {
  const team = notices.filter(({ audience }) => audience === "team");
  const parts = notices.filter(({ audience }) => audience !== "team");
  const sum = (count: (notice: SentNotice) => number) => parts.reduce((all, each) => all + count(each), 0);
  return {
    sent: sum(({ sent }) => sent),
    recipients: sum(({ recipients }) => recipients),
    isOver: parts.every(({ outcome }) => outcome !== null),
    isTogether: parts.length > 0 && parts.every(({ outcome }) => outcome === "digested"),
    parts,
    team,
    channels: team.flatMap(({ channels }) => channels),
  };
}

/**
 * Returns the deliveries by update id: a notice is created in the commit of its update, so it belongs to the newest
 * update at that time.
 */
export function deliveriesByUpdate(
  updates: readonly UpdateRef[],
  notices: readonly SentNotice[],
): Record<string, DeliverySummary> {
  const newestFirst = [...updates].sort((one, other) => other.createdAt - one.createdAt);
  const found = new Map<string, SentNotice[]>();
  for (const notice of notices) {
    const update = newestFirst.find(({ createdAt }) => createdAt <= notice.createdAt);
    if (update) found.set(update.id, [...(found.get(update.id) ?? []), notice]);
  }
  return Object.fromEntries([...found].map(([id, all]) => [id, summedUp(all)]));
}
