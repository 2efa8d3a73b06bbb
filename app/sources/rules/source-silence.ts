import { type AlertSignal, makeAlertSignal, silentSourceAlertKey } from "~/alerts/rules/signal";
import { refusalFor } from "~/failures/refusal";
import { hourMs, minuteMs } from "~/time/durations";

/** Longest time without storing a delivery, so that no source counts as silent before its hours are over. */
export const contactStoreIntervalMs = 5 * minuteMs;

export interface SilenceFacts {
  silenceHours: number;
  /** Stored time of the last delivery, or of the source's creation when there was none. */
  lastHeardAt: number;
}

export interface SilenceCheck {
  silent: boolean;
  /** Instant of the next check; null = not before its next delivery. */
  dueAt: number | null;
}

interface SourcePromise {
  heartbeatSeconds: number | null;
  silenceHours: number | null;
  quietMeansWell: boolean;
}

/** True when the source can observe a component: it delivers regularly, or its silence counts as operational. */
export const canSourceObserveComponents = ({
  heartbeatSeconds,
  silenceHours,
  quietMeansWell,
}: SourcePromise): boolean => heartbeatSeconds !== null || silenceHours !== null || quietMeansWell;

export const silenceDurationOf = (hours: number): number => hours * hourMs + contactStoreIntervalMs;

/** Returns whether a source is silent. A time in the future, which a wrong clock recorded, becomes now. */
export function checkSourceSilence({ silenceHours, lastHeardAt }: SilenceFacts, now: number): SilenceCheck {
  const dueAt = Math.min(lastHeardAt, now) + silenceDurationOf(silenceHours);
  return dueAt <= now ? { silent: true, dueAt: null } : { silent: false, dueAt };
}

interface SilentSource {
  name: string;
  status: AlertSignal["status"];
  hours: number;
  at: number;
}

/** Returns the alert of a silent source. Its rules match it by its labels like any other. */
export function silenceSignal({ name, status, hours, at }: SilentSource): AlertSignal {
  const firing = status === "firing";
  return makeAlertSignal({
    key: silentSourceAlertKey,
    status,
    severity: "warning",
    title: `${name} has gone silent`.slice(0, 255),
    body: refusalFor("source_alert.silent", { span: { seconds: hours * 3600 } }),
    labels: { source: name, event: "silent" },
    startedAt: firing ? at : null,
    endedAt: firing ? null : at,
  });
}
