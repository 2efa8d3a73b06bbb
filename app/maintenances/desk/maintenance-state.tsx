import type { Status } from "~/status/status";
import { GlyphIcon, StatusIcon } from "~/ui/parts/status-mark";
import { useWordTable } from "~/ui/parts/words";

const statusOf: Record<string, Status> = { in_progress: "under_maintenance", completed: "operational" };

const calendar = "M4 1h2v2h4V1h2v2h3v12H1V3h3Zm-1 6v6h10V7Z";
const magnifier =
  "M6.5 1a5.5 5.5 0 0 1 4.4 8.8l3.9 3.9-1.4 1.4-3.9-3.9A5.5 5.5 0 1 1 6.5 1Zm0 2a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z";
const cross = "M3.4 2 8 6.6 12.6 2 14 3.4 9.4 8l4.6 4.6-1.4 1.4L8 9.4 3.4 14 2 12.6 6.6 8 2 3.4Z";

const shapes: Record<string, { path: string; colour: string }> = {
  scheduled: { path: calendar, colour: "text-soft" },
  verifying: { path: magnifier, colour: "text-maintenance" },
  cancelled: { path: cross, colour: "text-soft" },
};

/** Status of a maintenance as word, shape and colour. */
export function MaintenanceStatusBadge({ status }: { status: string }) {
  const words = useWordTable("maintenance_status");
  const taken = statusOf[status];
  const shape = shapes[status];
  return (
    <span className="inline-flex items-center gap-1.5 font-medium whitespace-nowrap">
      {taken ? <StatusIcon status={taken} /> : shape ? <GlyphIcon {...shape} /> : null}
      {words[status] ?? status}
    </span>
  );
}
