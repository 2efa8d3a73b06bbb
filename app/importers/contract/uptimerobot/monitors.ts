import type { MoveDocumentPart } from "../move-document";
import type { MoveNotes } from "../move-notes";
import { convertRobotMonitor, type RobotMonitor } from "./monitor";

/** Translates monitors to components with what watches each. */
export function movedRobotMonitors(monitors: readonly RobotMonitor[], notes: MoveNotes): MoveDocumentPart {
  const parts = monitors.map((each) => convertRobotMonitor(each, notes));
  return {
    components: parts.flatMap(({ components = [] }) => components),
    monitors: parts.flatMap(({ monitors = [] }) => monitors),
    heartbeats: parts.flatMap(({ heartbeats = [] }) => heartbeats),
  };
}
