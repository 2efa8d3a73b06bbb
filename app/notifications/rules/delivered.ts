import type { Refusal } from "~/failures/refusal";
import type { Audience } from "./notice";
import type { NoticeOutcome } from "./notice-plan";
import type { Way } from "./ways";

/** A channel of the team that an update was sent to. */
export interface ToldChannel {
  id: string;
  name: string;
  state: "due" | "sent" | "dead" | "overtaken";
  /** What it last answered where it has not got it; null = it was not tried yet. */
  answer: Refusal | null;
}

/** What was sent of an update in one way; null = by email. Instants in ms. */
export interface SentNotice {
  id: string;
  audience: Audience;
  way: Way | null;
  createdAt: number;
  /** How it ended; null = more is sent of it. */
  outcome: NoticeOutcome | null;
  recipients: number;
  sent: number;
  /** Whom it did not reach. */
  failed: number;
  /** Of the team's notice. */
  channels: ToldChannel[];
}

/** How many were reached by an update, and by which way. */
export interface Delivered {
  sent: number;
  recipients: number;
  isOver: boolean;
  /** Nothing went out for it alone: the next update took it along. */
  isTogether: boolean;
  /** What subscribers were sent. */
  parts: SentNotice[];
  /** What the team was sent: its emails, and its channels. */
  team: SentNotice[];
  channels: ToldChannel[];
}

interface Written {
  id: string;
  createdAt: number;
}

/** What the two came to as one; by way and channel each stands for itself. */
function summedUp(notices: readonly SentNotice[]): Delivered {
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

/** By the id of the update: a notice is born in the commit of its update, so it is of the newest that there was by then. */
export function deliveredOf(updates: readonly Written[], notices: readonly SentNotice[]): Record<string, Delivered> {
  const newestFirst = [...updates].sort((one, other) => other.createdAt - one.createdAt);
  const found = new Map<string, SentNotice[]>();
  for (const notice of notices) {
    const update = newestFirst.find(({ createdAt }) => createdAt <= notice.createdAt);
    if (update) found.set(update.id, [...(found.get(update.id) ?? []), notice]);
  }
  return Object.fromEntries([...found].map(([id, all]) => [id, summedUp(all)]));
}
