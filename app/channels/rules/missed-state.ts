import { type AlertSeverity, isSevereEnough } from "~/status/severity";
import type { ChannelFilters } from "./channel-wants";

interface FiringAlert {
  id: string;
  startedAt: number;
  severity: AlertSeverity | null;
}

interface PresentState {
  /** True when the channel has had no message yet. */
  isNew: boolean;
  alerts: readonly FiringAlert[];
  /** Ids of the notices of drafts. */
  drafts: readonly string[];
}

interface ChannelChoice extends ChannelFilters {
  events: readonly string[];
  disabledAt: number | null;
}

export interface MissedState {
  firings: [alertId: string, startedAt: number][];
  drafts: string[];
}

const nothingMissed: MissedState = { firings: [], drafts: [] };

/**
 * Returns what a new channel has missed of the present state. A channel that chose components is sent nothing, because
 * an alert names none; a paused one neither.
 */
export function missedStateOfChannel(channel: ChannelChoice, { isNew, alerts, drafts }: PresentState): MissedState {
  if (!isNew || channel.disabledAt !== null || channel.componentIds.length > 0) return nothingMissed;
  const severe = alerts.filter(({ severity }) => isSevereEnough(severity, channel.minimumSeverity));
  const wantsDrafts = channel.events.includes("draft_opened") && channel.minimumSeverity === null;
  return {
    firings: severe.map(({ id, startedAt }) => [id, startedAt]),
    drafts: wantsDrafts ? [...drafts] : [],
  };
}
