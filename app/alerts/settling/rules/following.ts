import type { AlertSeverity } from "~/status/severity";
import type { Status } from "~/status/status";

/** What the team was told of one component of an incident; of alerts that move none, under the name "". */
export interface ToldPart {
  /** The worst that was told. */
  status: Status;
  /** The alerts that were named, as short hashes of rule and name. */
  names: string[];
}

/** What the last message about an incident said to the team. */
export interface ToldTeam {
  /** When it was decided, UTC ms. */
  at: number;
  /** Until when what is new waits for the next message, UTC ms; absent = nothing new was told since it opened. */
  pausedUntil?: number;
  /** The loudest; null = of one that says none, which nobody knows to be harmless. */
  severity: AlertSeverity | null;
  parts: Record<string, ToldPart>;
}

/** What the last update said to visitors: when (UTC ms), and how the components were. */
export interface ToldVisitors {
  at: number;
  components: Record<string, Status>;
}

/** What settling keeps of an incident while it follows its alerts. */
export interface Following {
  /** Component → since when none of the incident's alerts on it fires, UTC ms. */
  over: Record<string, number>;
  /** Component → when it was last said to be worse than before; nothing recovers earlier. Absent = only when it opened. */
  raised?: Record<string, number>;
  /** Null = nothing yet. */
  team: ToldTeam | null;
  visitors: ToldVisitors | null;
  /** It was open before this was kept: what its alerts say then counts as told. */
  adopts?: boolean;
}

export const followsNothing: Following = { over: {}, team: null, visitors: null };

/** A person has opened it again with these components: what recovered before then says nothing of them any more. */
export const followedAnew = (following: Following | null, componentIds: readonly string[], at: number) =>
  following && { ...following, over: {}, raised: Object.fromEntries(componentIds.map((id) => [id, at])) };
