import { isUnmonitoredNow, type StatusLayer } from "~/status/status";
import { type ComponentTableRow, type ComponentWatchKind, componentWatchKindOf } from "../rules/component-table";
import { statusCausesOf } from "../rules/status-cause";

/** Buttons that change its place. */
export type ComponentMove = "up" | "down";

/** A component with only what the table shows: loader data is in the document a second time, for the script. */
export interface ListedComponent
  extends Pick<ComponentTableRow, "id" | "name" | "groupId" | "effective" | "uptime" | "changedAt" | "version"> {
  isUnmonitored: boolean;
  /** Layers that give it its status, without a person's. */
  causes: StatusLayer[];
  /** True while a person's status applies, with its end. */
  isManual: boolean;
  manualUntil: number | null;
  /** End of its mute; null when it is not muted. */
  mutedUntil: number | null;
  watch: ComponentWatchKind;
  /** The first that watches it, its path below the page, and the number of others. */
  watcher: { name: string; to: string; more: number } | null;
  /** Moves that are possible; empty where the order cannot be changed. */
  moves: ComponentMove[];
}

const listOf = { monitor: "monitors", heartbeat: "heartbeats", source: "sources" } as const;

function watcherOf({ watcher, moreWatchers }: ComponentTableRow): ListedComponent["watcher"] {
  if (!watcher) return null;
  const { family, sourceId, ruleId, name } = watcher;
  const origin = `${listOf[family]}/${sourceId}`;
  return {
    name,
    to: family === "source" && ruleId !== null ? `${origin}/rules/${ruleId}` : origin,
    more: moreWatchers,
  };
}

export function listedComponentOf(row: ComponentTableRow, moves: ComponentMove[], now: number): ListedComponent {
  const { id, name, groupId, effective, uptime, changedAt, version, layers, mutedUntil, manualUntil } = row;
  return {
    id,
    name,
    groupId,
    effective,
    uptime,
    changedAt,
    version,
    moves,
    manualUntil,
    isUnmonitored: isUnmonitoredNow(layers),
    causes: statusCausesOf(effective, layers).filter((layer) => layer !== "manual"),
    isManual: layers.manual !== null,
    mutedUntil: (mutedUntil ?? 0) > now ? mutedUntil : null,
    watch: componentWatchKindOf(row),
    watcher: watcherOf(row),
  };
}

/** Returns the directions in which each component can move among those of its group, in the page's order. */
export function allowedMovesByComponent(rows: readonly Pick<ComponentTableRow, "id" | "groupId">[]) {
  const moves = new Map<string, ComponentMove[]>();
  for (const members of Map.groupBy(rows, ({ groupId }) => groupId).values()) {
    for (const [place, { id }] of members.entries()) {
      moves.set(id, [
        ...(place > 0 ? (["up"] as const) : []),
        ...(place < members.length - 1 ? (["down"] as const) : []),
      ]);
    }
  }
  return moves;
}
