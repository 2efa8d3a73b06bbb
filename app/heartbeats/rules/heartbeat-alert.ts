import { type AlertSignal, makeAlertSignal } from "~/alerts/rules/signal";
import { refusalFor } from "~/failures/refusal";
import type { HeartbeatStateChange } from "./heartbeat-turn";

/** Key of a heartbeat's only alert. */
export const missedPingAlertKey = "missed";

const instant = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, "Z");

/** Returns the signal of the heartbeat's alert for a change of state. */
export function missedPingSignal(
  name: string,
  { state, at, ping }: HeartbeatStateChange,
  lastPingAt: number | null,
): AlertSignal {
  const failed = ping?.exit === undefined ? "ping.failed" : refusalFor("ping.exit", { status: ping.exit });
  const silent = lastPingAt === null ? "ping.never" : refusalFor("ping.last", { at: instant(lastPingAt) });
  const labels = { heartbeat: name, ...(ping ? { ping: ping.kind } : {}) };
  const title = `${name} ${ping?.kind === "fail" ? "failed" : "is late"}`.slice(0, 255);
  if (state === "up")
    return makeAlertSignal({ key: missedPingAlertKey, status: "resolved", title, labels, endedAt: at });
  const body = ping ? failed : silent;
  return makeAlertSignal({
    key: missedPingAlertKey,
    status: "firing",
    severity: "critical",
    title,
    body,
    labels,
    startedAt: at,
  });
}
