/** @jsxImportSource ~/html */
import type { RouteGuard } from "~/http/guard";
import { archivedMaintenanceOf } from "../../history/archive";
import type { Snapshot, SnapshotMaintenance } from "../../rules/snapshot-document";
import { announcedText } from "../frame/live";
import type { Scene } from "../frame/scene";
import type { DrawnPage } from "../frame/show";
import { storyLoader } from "../frame/story-loader";
import { letterOfWork } from "../parts/maintenances";
import { MaintenancePage } from "./maintenance-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

const inDocument = ({ maintenances, recent }: Snapshot, id: string) =>
  [...maintenances, ...recent.maintenances].find((each) => each.id === id);

const picture = ({ frame, page }: Scene, maintenance: SnapshotMaintenance, live: boolean): DrawnPage => ({
  content: <MaintenancePage frame={frame} page={page} maintenance={maintenance} />,
  title: maintenance.title,
  path: `/maintenances/${maintenance.id}`,
  letter: letterOfWork(maintenance),
  live,
  spoken: announcedText(frame, { incidents: [], maintenances: [maintenance] }),
});

/**
 * Loads from the document while the maintenance is scheduled, in progress or recent, and complete there; otherwise
 * live.
 */
export const loader = storyLoader({ inDocument, readLive: archivedMaintenanceOf, picture });
