import { type AlertSignal, alertSignal } from "../alerts/signal";
import type { Turn } from "./judge";
import type { PlannedMonitor, Sight } from "./monitor";

/** The two alerts of a monitor; each has episodes of its own, so that each begins when it truly began. */
export const downKey = "down";
export const degradedKey = "degraded";

const instant = (minute: number) => minute * 60_000;

/** What a turn says of the monitor's alerts. */
export function turnSignals(
  { name, kind }: Pick<PlannedMonitor, "name" | "kind">,
  { to, at }: Turn,
  sight: Sight | undefined,
): AlertSignal[] {
  const { code, link } = sight ?? {};
  const labels = {
    monitor: name,
    kind,
    ...(code === undefined ? {} : { code }),
    ...(link === undefined ? {} : { link }),
  };
  const said = { body: sight?.detail ?? "", labels };
  const fires = { status: "firing" as const, startedAt: instant(at), ...said };
  const ends = { status: "resolved" as const, endedAt: instant(at), ...said };
  const down = { key: downKey, title: `${name} is down`.slice(0, 255), severity: "critical" as const };
  const slow = { key: degradedKey, title: `${name} is slow`.slice(0, 255), severity: "warning" as const };
  return [
    alertSignal({ ...down, ...(to === "down" ? fires : ends) }),
    alertSignal({ ...slow, ...(to === "degraded" ? fires : ends) }),
  ];
}
