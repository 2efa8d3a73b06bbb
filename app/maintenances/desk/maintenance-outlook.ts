import { listComponents } from "~/components/list";
import { parseFieldValues } from "~/fields/fields";
import { previewMarkdown } from "~/incidents/preview";
import { type PageDeskRequest, unwrapOrThrow } from "~/ui/frame/desk";
import {
  formAgainResponse,
  formFailureResponse,
  formPreviewResponse,
  type PostedForm,
  readPostedText,
} from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import { readMaintenanceFormOptions } from "../prepare";
import { previewMaintenance } from "../preview";
import { maintenanceWindowFields, maintenanceWorkFields } from "../rules/fields";
import { parseRepeat } from "../rules/repeat-fields";
import { type MaintenanceDatesPreview, overlapKey } from "./maintenance-dates";
import { wordsIn } from "./words/words";

/** Returns the data of every maintenance form: components by name, and the number of people reached. */
export async function readMaintenanceFormFacts({ ctx, pageId, pageZone, slug }: PageDeskRequest) {
  return { ...unwrapOrThrow(await readMaintenanceFormOptions(ctx, { pageId })), zone: pageZone, slug };
}

export async function previewMaintenanceText(desk: PageDeskRequest, posted: PostedForm) {
  const made = await previewMarkdown(desk.ctx, { pageId: desk.pageId, body: readPostedText(posted.fields, "body") });
  return made.ok ? formPreviewResponse(posted, made.value.html) : formFailureResponse(posted, made.failure);
}

interface MaintenanceWindow {
  startsAt: number;
  endsAt: number;
}

interface DatesPreviewQuery extends MaintenanceWindow {
  /** Id of the maintenance being changed, which does not overlap with itself. */
  exceptId?: string;
  exceptSeriesId?: string;
}

/** Returns the next dates of the form's values, and their overlaps. */
async function outlookOf(desk: PageDeskRequest, posted: PostedForm, asked: DatesPreviewQuery) {
  const repeat = parseRepeat(posted.values);
  const { components } = parseFieldValues(maintenanceWorkFields, posted.values);
  const found = await previewMaintenance(desk.ctx, { pageId: desk.pageId, ...asked, components, repeat });
  if (!found.ok) return found;
  const named = unwrapOrThrow(await listComponents(desk.ctx, { pageId: desk.pageId })).components;
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const overlaps = found.value.conflicts.map((each) => ({
    ...each,
    components: each.components.map((id) => names.get(id) ?? id),
  }));
  const outlook: MaintenanceDatesPreview = {
    starts: found.value.starts,
    length: asked.endsAt - asked.startsAt,
    repeat,
    overlaps,
  };
  return { ok: true as const, value: outlook };
}

/** Handles "Show dates"; nothing is saved. */
export async function handleDatesPreview(
  desk: PageDeskRequest,
  posted: PostedForm,
  except: Partial<DatesPreviewQuery> = {},
) {
  const values = parsePostedFields(maintenanceWindowFields, posted, { zone: desk.pageZone });
  const { startsAt = 0, endsAt = 0 } = values;
  const found = await outlookOf(desk, posted, { ...except, startsAt, endsAt });
  return found.ok ? formAgainResponse(posted, { outlook: found.value }) : formFailureResponse(posted, found.failure);
}

/**
 * Shows the overlaps once before saving; null when there are none, or when they have been seen. An invalid window is
 * not reported here, but on saving, together with all other errors.
 */
export async function findOverlapWarning(desk: PageDeskRequest, posted: PostedForm, asked: DatesPreviewQuery) {
  const found = await outlookOf(desk, posted, asked);
  if (!found.ok) return found.failure.name === "invalid" ? null : formFailureResponse(posted, found.failure);
  const { overlaps } = found.value;
  if (overlaps.length === 0 || overlapKey(overlaps) === readPostedText(posted.fields, "seen")) return null;
  const { t } = wordsIn(desk.language);
  return formAgainResponse(posted, { outlook: found.value }, { status: 422, errors: { "": t("dates.overlapping") } });
}
