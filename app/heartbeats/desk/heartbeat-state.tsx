import { pause, ring } from "~/monitors/desk/monitor-state";
import type { Status } from "~/status/status";
import { Glyph, StatusShape } from "~/ui/parts/status-mark";
import type { ShownState } from "./heartbeat-words";
import { useWords } from "./words/words";

/** Status by heartbeat state: a state has the shape of the status that it gives its components. */
const statusOf: Partial<Record<ShownState, Status>> = {
  up: "operational",
  grace: "degraded_performance",
  down: "major_outage",
};

const play = "M3 1.5 14 8 3 14.5Z";

export function HeartbeatMark({ state, running }: { state: ShownState; running: boolean }) {
  const { t } = useWords();
  const status = statusOf[state];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 font-medium">
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        {status ? (
          <StatusShape status={status} />
        ) : (
          <Glyph path={state === "paused" ? pause : ring} colour="text-soft" />
        )}
        {t(`state.${state}`)}
      </span>
      {running ? (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <Glyph path={play} colour="text-accent" />
          {t("state.running")}
        </span>
      ) : null}
    </span>
  );
}
