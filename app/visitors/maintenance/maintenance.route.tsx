/** @jsxImportSource ~/html */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import type { Snapshot, SnapshotMaintenance } from "~/rules/snapshot/snapshot-document";
import { archivedMaintenanceOf } from "~/usecases/history/archive";
import { liveOf } from "../frame/live";
import { recentOrLive } from "../frame/recent-or-live";
import type { Scene } from "../frame/scene";
import { type Picture, show } from "../frame/show";
import { MaintenancePage } from "./maintenance-page";
import { letterOfWork } from "./maintenances";

export const handle = { guard: { kind: "public" } satisfies Guard };

const inDocument = ({ maintenances, recent }: Snapshot, id: string) =>
  [...maintenances, ...recent.maintenances].find((each) => each.id === id);

const picture = ({ frame, page }: Scene, maintenance: SnapshotMaintenance, live: boolean): Picture => ({
  content: <MaintenancePage frame={frame} page={page} maintenance={maintenance} />,
  title: maintenance.title,
  path: `/maintenances/${maintenance.id}`,
  letter: letterOfWork(maintenance),
  live,
  spoken: liveOf(frame, { incidents: [], maintenances: [maintenance] }),
});

/** From the document while it is planned, running or recent, and stands there whole; else live. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { page: slug = "", id = "" } = args.params;
  return show(args, slug, (scene) => {
    const { snapshot } = scene.page;
    return recentOrLive(
      inDocument(snapshot, id),
      () => archivedMaintenanceOf(args.context.ctx, snapshot.page.id, id),
      (found, live) => picture(scene, found, live),
    );
  });
}
