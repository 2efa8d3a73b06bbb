import { type AlertSignal, alertSignal, silentKey } from "~/alerts/rules/signal";
import { said } from "~/failures/refusal";

const hour = 3600_000;

/** Deliveries are noted at least this often, so that nothing is called silent before its hours are over. */
export const heardEvery = 5 * 60_000;

export interface Listening {
  silenceHours: number;
  /** The last delivery as far as it was noted; where there was none, when the source was made. */
  lastHeardAt: number;
}

export interface SilenceLook {
  silent: boolean;
  /** When to look again; null = not before its next delivery. */
  dueAt: number | null;
}

interface Promising {
  heartbeatSeconds: number | null;
  silenceHours: number | null;
  quietMeansWell: boolean;
}

/** Whether it says of a component how it is: by a promise to be heard, or as somebody takes its silence for well. */
export const canObserve = ({ heartbeatSeconds, silenceHours, quietMeansWell }: Promising): boolean =>
  heartbeatSeconds !== null || silenceHours !== null || quietMeansWell;

export const silenceOf = (hours: number): number => hours * hour + heardEvery;

/** Whether a source has gone silent. What a clock that was ahead noted counts as now. */
export function lookAtSilence({ silenceHours, lastHeardAt }: Listening, now: number): SilenceLook {
  const dueAt = Math.min(lastHeardAt, now) + silenceOf(silenceHours);
  return dueAt <= now ? { silent: true, dueAt: null } : { silent: false, dueAt };
}

interface Silent {
  name: string;
  status: AlertSignal["status"];
  hours: number;
  at: number;
}

/** The alert of a source that delivers nothing. Its rules take it by its labels as any other. */
export function silenceSignal({ name, status, hours, at }: Silent): AlertSignal {
  const firing = status === "firing";
  return alertSignal({
    key: silentKey,
    status,
    severity: "warning",
    title: `${name} has gone silent`.slice(0, 255),
    body: said("source_alert.silent", { span: { seconds: hours * 3600 } }),
    labels: { source: name, event: "silent" },
    startedAt: firing ? at : null,
    endedAt: firing ? null : at,
  });
}
