import type { Status } from "~/status/status";
import { GlyphIcon, StatusIcon } from "~/ui/parts/status-mark";
import type { ShownMonitorState } from "./monitor-words";
import { useWords } from "./words/words";

/** Status by monitor state: a state has the shape of the status that it gives its components. */
const statusOf: Partial<Record<ShownMonitorState, Status>> = {
  up: "operational",
  degraded: "degraded_performance",
  down: "major_outage",
  no_data: "no_data",
};

export const pauseIconPath = "M3 2h4v12H3Zm6 0h4v12H9Z";
export const ringIconPath = "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 2a5 5 0 1 1 0 10A5 5 0 0 1 8 3Z";

/** A monitor's confirmed state: word, shape and colour. */
export function MonitorStateBadge({ state }: { state: ShownMonitorState }) {
  const { t } = useWords();
  const status = statusOf[state];
  return (
    <span className="inline-flex items-center gap-1.5 font-medium whitespace-nowrap">
      {status ? (
        <StatusIcon status={status} />
      ) : (
        <GlyphIcon path={state === "paused" ? pauseIconPath : ringIconPath} colour="text-soft" />
      )}
      {t(`state.${state}`)}
    </span>
  );
}
