import { pauseIconPath, ringIconPath } from "~/monitors/desk/monitor-state";
import type { Status } from "~/status/status";
import { GlyphIcon, StatusIcon } from "~/ui/parts/status-mark";
import { useWords } from "./words/words";

export type AgentState = "new" | "up" | "grace" | "down" | "paused";

const statusOf: Partial<Record<AgentState, Status>> = {
  up: "operational",
  grace: "degraded_performance",
  down: "major_outage",
};

const pathOf = (state: AgentState) => (state === "paused" ? pauseIconPath : ringIconPath);

/** Mark that shows by word and shape whether an agent reports. */
export function AgentStateBadge({ state }: { state: AgentState }) {
  const text = useWords().t(`state.${state}`);
  const known = statusOf[state];
  const shape =
    known === undefined ? <GlyphIcon path={pathOf(state)} colour="text-soft" /> : <StatusIcon status={known} />;
  return (
    <span className="inline-flex items-center gap-1.5 font-medium">
      {shape}
      {text}
    </span>
  );
}
