import type { Way } from "./ways";

/** What was sent of an update in one way; null = by email. Instants in ms. */
export interface SentNotice {
  id: string;
  way: Way | null;
  createdAt: number;
  /** It is over: nothing more is sent of it. */
  isOver: boolean;
  recipients: number;
  sent: number;
}

/** How many were reached by an update, and by which way. */
export interface Delivered {
  sent: number;
  recipients: number;
  isOver: boolean;
  parts: SentNotice[];
}

interface Written {
  id: string;
  createdAt: number;
}

/** By the id of the update: a notice is born in the commit of its update, so it is of the newest that there was by then. */
export function deliveredOf(updates: readonly Written[], notices: readonly SentNotice[]): Record<string, Delivered> {
  const newestFirst = [...updates].sort((one, other) => other.createdAt - one.createdAt);
  const found: Record<string, Delivered> = {};
  for (const notice of notices) {
    const update = newestFirst.find(({ createdAt }) => createdAt <= notice.createdAt);
    if (!update) continue;
    const before = found[update.id] ?? { sent: 0, recipients: 0, isOver: true, parts: [] };
    found[update.id] = {
      sent: before.sent + notice.sent,
      recipients: before.recipients + notice.recipients,
      isOver: before.isOver && notice.isOver,
      parts: [...before.parts, notice],
    };
  }
  return found;
}
