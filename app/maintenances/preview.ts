import { authorizeAndParse } from "~/change/authorize-and-parse";
import { readBatch } from "~/db/read";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { formatLocalTime } from "~/time/local-time";
import { nextOccurrenceStarts } from "~/time/recurrence";
import { rruleText } from "~/time/repeat";
import { maintenanceViewOf } from "./maintenance-view";
import { overlappingMaintenancesQuery } from "./queries/maintenance";
import { type PreviewMaintenanceInput, previewMaintenanceInputSchema } from "./rules/input";

export type { PreviewMaintenanceInput };

export interface OverlappingMaintenance {
  id: string;
  title: string;
  startsAt: number;
  endsAt: number;
  /** Ids of the components that both affect. */
  components: string[];
}

export interface MaintenancePreview {
  /** The next starts: one, or the next five of a repetition. */
  starts: number[];
  /**
   * Other maintenance windows, scheduled or in progress, that overlap one of these and affect the same component; at
   * most 20.
   */
  conflicts: OverlappingMaintenance[];
}

const maxStartsShown = 5;

type PreviewInput = ReturnType<typeof previewMaintenanceInputSchema.parse>;

function startsOf({ startsAt, repeat }: PreviewInput, zone: string): number[] {
  if (!repeat) return [startsAt];
  const startsLocal = formatLocalTime(startsAt, zone);
  const series = { rule: rruleText(repeat, startsLocal), zone, startsLocal };
  return nextOccurrenceStarts({ ...series, after: startsAt - minuteMs, limit: maxStartsShown }).map(({ at }) => at);
}

/** Returns its dates and overlaps; nothing is saved. Failures: invalid. */
export async function previewMaintenance(
  ctx: Ctx,
  given: PreviewMaintenanceInput,
): Promise<Result<MaintenancePreview>> {
  const authorized = authorizeAndParse(ctx, { role: "responder", input: previewMaintenanceInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { pageId, startsAt, endsAt, components, exceptId = "", exceptSeriesId = "" } = authorized.value.input;
  const [[page]] = await readBatch(ctx, pageByIdQuery(ctx, pageId));
  if (!page) return missingFailure;
  const starts = startsOf(authorized.value.input, page.timeZone);
  if (starts.length === 0) return invalidFieldFailure("repeat", "maintenance.no_dates", "no_dates");
  const windows = starts.map((from) => ({ from, to: from + endsAt - startsAt }));
  const [found] = await readBatch(
    ctx,
    overlappingMaintenancesQuery(ctx, pageId, windows, { id: exceptId, seriesId: exceptSeriesId }),
  );
  const conflicts = found.map(maintenanceViewOf).flatMap(({ id, title, components: touched, ...row }) => {
    const shared = Object.keys(touched).filter((each) => each in components);
    return shared.length > 0 ? [{ id, title, startsAt: row.startsAt, endsAt: row.endsAt, components: shared }] : [];
  });
  return ok({ starts, conflicts });
}
