import { alertPath } from "~/alerts/shown/desk/alert-origin";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import { type PageDeskRequest, unwrapOrThrow } from "~/ui/frame/desk";
import { type PostedForm, readPostedText } from "~/ui/parts/posted-form";
import { type FiringReports, readFiringAfterCorrection, readFiringReports } from "../firing-reports";
import { maxDismissedAlerts } from "../rules/input";

const none: FiringReports = { reports: [], total: 0 };

/** Returns the alerts of a source that still count and began by this time, with titles in the reader's language. */
export async function readFiringReportsView(desk: PageDeskRequest, sourceId: string | null, by: number) {
  const { ctx, pageId } = desk;
  const found = sourceId ? unwrapOrThrow(await readFiringReports(ctx, { pageId, sourceId, by })) : none;
  const titled = found.reports.map(await alertTitleTranslator(desk));
  return { total: found.total, most: maxDismissedAlerts, reports: titled.map(({ id, title }) => ({ id, title })) };
}

/** Returns when the form was rendered: what began later was not judged by its sender. */
export const correctionFormShownAt = ({ fields }: PostedForm): number | undefined =>
  Number(readPostedText(fields, "formShownAt")) || undefined;

/** Returns where a correction leads: to what still holds its components, an alert or a list of them, else to the list. */
export async function correctionResponse(
  { ctx, pageId, slug }: PageDeskRequest,
  { id, dismisses }: { id: string; dismisses: boolean },
): Promise<{ to: string; key: string }> {
  const found = unwrapOrThrow(await readFiringAfterCorrection(ctx, { pageId, id }));
  const { reports, total, row } = found;
  const [first] = reports;
  if (!first) {
    const key = dismisses ? "correction-made-dismissed" : "correction-made";
    return { to: `/manage/${slug}/corrections`, key };
  }
  if (total === 1) return { to: alertPath(slug, first.id), key: "correction-made-firing" };
  const filter = new URLSearchParams({ state: "firing", source: row.sourceId, left: String(total) });
  return { to: `/manage/${slug}/alerts?${filter}`, key: "correction-made-left" };
}
