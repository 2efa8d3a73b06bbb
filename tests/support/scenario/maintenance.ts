import { maintenanceComponentTable, maintenanceSeriesTable, maintenanceTable } from "~/db/schema";
import { newId } from "~/platform/ids";
import { noon } from "../database";
import { type Over, type Piece, piece, rowsOf } from "./arrange";
import { bornAt, day, hour } from "./time";

interface MaintenanceOptions extends Over<typeof maintenanceTable> {
  id: string;
  /** Negative = in the future. */
  daysAgo?: number;
  /** The affected components. */
  components?: readonly string[];
}

/** A maintenance `Work <id>` of an hour, written at its start: completed, or scheduled if that is in the future. */
export function aMaintenance(pageId: string, options: MaintenanceOptions): { id: string } & Piece {
  const { id, daysAgo = 0, components = [], ...over } = options;
  const touched = components.map((componentId) => ({ maintenanceId: id, componentId, pageId }));
  const told = { title: `Work ${id}`, bodyHtml: "", bodyText: "" };
  return piece({ id }, (_, now) => {
    const { startsAt = now - daysAgo * day } = over;
    const when = { startsAt, endsAt: startsAt + hour, status: startsAt > now ? "scheduled" : "completed" };
    const row = { id, pageId, ...told, ...when, ...bornAt(startsAt), ...over };
    return [...rowsOf(maintenanceTable, [row]), ...rowsOf(maintenanceComponentTable, touched)];
  });
}

/** A weekly maintenance series of the page without occurrences yet. */
export function aSeries(pageId: string): { id: string } & Piece {
  const id = newId(noon);
  const when = { rule: "FREQ=WEEKLY;BYDAY=SU", zone: "UTC", startsLocal: "2027-03-07T02:00", duration: hour };
  const row = { id, pageId, title: "Weekly work", ...when, components: {}, ...bornAt(1) };
  return piece({ id }, () => rowsOf(maintenanceSeriesTable, [row]));
}
