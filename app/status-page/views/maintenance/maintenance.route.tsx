/** @jsxImportSource ~/html */
import type { RouteGuard } from "~/http/guard";
import { publishedMaintenanceSource } from "../../history/event-story";
import type { SnapshotMaintenance } from "../../rules/snapshot-document";
import { liveRegionText } from "../frame/live";
import type { PageRenderContext } from "../frame/scene";
import type { DrawnPage } from "../frame/show";
import { eventPageLoader } from "../frame/story-loader";
import { stateLetterOfMaintenance } from "../parts/maintenances";
import { MaintenancePage } from "./maintenance-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

const picture = ({ frame, page }: PageRenderContext, maintenance: SnapshotMaintenance, live: boolean): DrawnPage => ({
  content: <MaintenancePage frame={frame} page={page} maintenance={maintenance} />,
  title: maintenance.title,
  path: `/maintenances/${maintenance.id}`,
  letter: stateLetterOfMaintenance(maintenance),
  live,
  spoken: liveRegionText(frame, { incidents: [], maintenances: [maintenance] }),
});

/**
 * Loads from the document while the maintenance is scheduled, in progress or recent, and complete there; otherwise
 * live.
 */
export const loader = eventPageLoader(publishedMaintenanceSource, picture);
