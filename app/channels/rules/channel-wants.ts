import { type AlertSeverity, isSevereEnough } from "~/status/severity";

/** The filters of a channel. */
export interface ChannelFilters {
  minimumSeverity: string | null;
  /** Component ids; empty = all. */
  componentIds: readonly string[];
}

/** The data of a message for the filters; no components = no particular one. */
export interface MessageFilterFacts {
  severity: AlertSeverity | null;
  componentIds: readonly string[];
}

/** Returns true when the message passes the channel's filters; the caller checks the event. */
export function passesChannelFilters(choice: ChannelFilters, { severity, componentIds }: MessageFilterFacts): boolean {
  if (!isSevereEnough(severity, choice.minimumSeverity)) return false;
  const all = choice.componentIds.length === 0 || componentIds.length === 0;
  return all || componentIds.some((id) => choice.componentIds.includes(id));
}
