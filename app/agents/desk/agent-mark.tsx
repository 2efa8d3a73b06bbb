import { pause, ring } from "~/monitors/desk/monitor-state";
import type { Status } from "~/status/status";
import { Glyph, StatusShape } from "~/ui/parts/status-mark";
import { useWords } from "./words/words";

export type AgentState = "new" | "up" | "grace" | "down" | "paused";

const statusOf: Partial<Record<AgentState, Status>> = {
  up: "operational",
  grace: "degraded_performance",
  down: "major_outage",
};

const pathOf = (state: AgentState) => (state === "paused" ? pause : ring);

/** Mark that shows by word and shape whether an agent reports. */
export function AgentMark({ state }: { state: AgentState }) {
  const text = useWords().t(`state.${state}`);
  const known = statusOf[state];
  const shape =
    known === undefined ? <Glyph path={pathOf(state)} colour="text-soft" /> : <StatusShape status={known} />;
  return (
    <span className="inline-flex items-center gap-1.5 font-medium">
      {shape}
      {text}
    </span>
  );
}
