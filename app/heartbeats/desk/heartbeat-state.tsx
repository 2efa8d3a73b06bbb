import { pauseIconPath, ringIconPath } from "~/monitors/desk/monitor-state";
import type { Status } from "~/status/status";
import { GlyphIcon, StatusIcon } from "~/ui/parts/status-mark";
import type { ShownHeartbeatState } from "./heartbeat-words";
import { useWords } from "./words/words";

/** Status by heartbeat state: a state has the shape of the status that it gives its components. */
const statusOf: Partial<Record<ShownHeartbeatState, Status>> = {
  up: "operational",
  grace: "degraded_performance",
  down: "major_outage",
};

const play = "M3 1.5 14 8 3 14.5Z";

export function HeartbeatStateBadge({ state, running }: { state: ShownHeartbeatState; running: boolean }) {
  const { t } = useWords();
  const status = statusOf[state];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 font-medium">
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        {status ? (
          <StatusIcon status={status} />
        ) : (
          <GlyphIcon path={state === "paused" ? pauseIconPath : ringIconPath} colour="text-soft" />
        )}
        {t(`state.${state}`)}
      </span>
      {running ? (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <GlyphIcon path={play} colour="text-accent" />
          {t("state.running")}
        </span>
      ) : null}
    </span>
  );
}
