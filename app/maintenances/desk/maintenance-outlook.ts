import { listComponents } from "~/components/list";
import { valuesIn } from "~/fields/fields";
import { previewBody } from "~/incidents/preview";
import { orThrow, type PageDesk } from "~/ui/frame/desk";
import { type PostedForm, showAgain, showFailure, showPreview, typedText } from "~/ui/parts/posted-form";
import { readFields } from "~/ui/parts/read-fields";
import { prepareMaintenance } from "../prepare";
import { previewMaintenance } from "../preview";
import { windowFields, workFields } from "../rules/fields";
import { repeatIn } from "../rules/repeat-fields";
import { type DatesOutlook, overlapIdsOf } from "./maintenance-dates";
import { wordsIn } from "./words/words";

/** Returns the data of every maintenance form: components by name, and the number of people reached. */
export async function formFacts({ ctx, pageId, pageZone, slug }: PageDesk) {
  return { ...orThrow(await prepareMaintenance(ctx, { pageId })), zone: pageZone, slug };
}

export async function previewText(desk: PageDesk, posted: PostedForm) {
  const made = await previewBody(desk.ctx, { pageId: desk.pageId, body: typedText(posted.fields, "body") });
  return made.ok ? showPreview(posted, made.value.html) : showFailure(posted, made.failure);
}

interface Window {
  startsAt: number;
  endsAt: number;
}

interface OutlookQuery extends Window {
  /** Id of the maintenance being changed, which does not overlap with itself. */
  exceptId?: string;
  exceptSeriesId?: string;
}

/** Returns the next dates of the form's values, and their overlaps. */
async function outlookOf(desk: PageDesk, posted: PostedForm, asked: OutlookQuery) {
  const repeat = repeatIn(posted.values);
  const { components } = valuesIn(workFields, posted.values);
  const found = await previewMaintenance(desk.ctx, { pageId: desk.pageId, ...asked, components, repeat });
  if (!found.ok) return found;
  const named = orThrow(await listComponents(desk.ctx, { pageId: desk.pageId })).components;
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const overlaps = found.value.conflicts.map((each) => ({
    ...each,
    components: each.components.map((id) => names.get(id) ?? id),
  }));
  const outlook: DatesOutlook = {
    starts: found.value.starts,
    length: asked.endsAt - asked.startsAt,
    repeat,
    overlaps,
  };
  return { ok: true as const, value: outlook };
}

/** Handles "Show dates"; nothing is saved. */
export async function showDates(desk: PageDesk, posted: PostedForm, except: Partial<OutlookQuery> = {}) {
  const values = readFields(windowFields, posted, { zone: desk.pageZone });
  const { startsAt = 0, endsAt = 0 } = values;
  const found = await outlookOf(desk, posted, { ...except, startsAt, endsAt });
  return found.ok ? showAgain(posted, { outlook: found.value }) : showFailure(posted, found.failure);
}

/**
 * Shows the overlaps once before saving; null = there are none, or they have been seen. An invalid window is not
 * reported here, but on saving, together with all other errors.
 */
export async function warnOfOverlaps(desk: PageDesk, posted: PostedForm, asked: OutlookQuery) {
  const found = await outlookOf(desk, posted, asked);
  if (!found.ok) return found.failure.name === "invalid" ? null : showFailure(posted, found.failure);
  const { overlaps } = found.value;
  if (overlaps.length === 0 || overlapIdsOf(overlaps) === typedText(posted.fields, "seen")) return null;
  const { t } = wordsIn(desk.language);
  return showAgain(posted, { outlook: found.value }, { status: 422, errors: { "": t("dates.overlapping") } });
}
