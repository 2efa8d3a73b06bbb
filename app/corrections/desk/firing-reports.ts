import { listAlerts } from "~/alerts/list";
import { bulkAlerts } from "~/alerts/several-alerts";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import { type PageDeskRequest, unwrapOrThrow } from "~/ui/frame/desk";
import { isCheckboxTicked, type PostedForm, postedText } from "~/ui/parts/posted-form";

/** A firing alert of the corrected source; while it fires, a correction of its past frees no component. */
export interface FiringReport {
  id: string;
  title: string;
  startedAt: number;
}

/** Lists the alerts of a source that still count and began by this time. */
export async function listFiringReports(
  desk: PageDeskRequest,
  sourceId: string | null,
  by: number,
): Promise<FiringReport[]> {
  if (!sourceId) return [];
  const { ctx, pageId } = desk;
  const { alerts } = unwrapOrThrow(await listAlerts(ctx, { pageId, sourceId, state: "firing" }));
  const counted = alerts.filter(({ dismissedAt, startedAt }) => dismissedAt === null && startedAt <= by);
  return counted.map(await alertTitleTranslator(desk)).map(({ id, title, startedAt }) => ({ id, title, startedAt }));
}

/** Returns when the form was rendered: what began later was not judged by its sender. */
export const formShownAt = ({ fields }: PostedForm): number => Number(postedText(fields, "formShownAt")) || 0;

/** Returns where a correction leads: to an alert that still holds its components, or to the list. */
export async function answerAfterCorrection(desk: PageDeskRequest, posted: PostedForm, firing: FiringReport[]) {
  const { ctx, pageId, slug } = desk;
  const list = `/manage/${slug}/corrections`;
  const [first] = firing;
  if (!first) return { to: list, key: "correction-made" };
  const ids = firing.map(({ id }) => id);
  const given = { pageId, ids, action: "dismiss" as const, reason: postedText(posted.fields, "reason") };
  const dismisses = isCheckboxTicked(posted.fields, "dismiss");
  const done = dismisses ? await bulkAlerts(ctx, { ...given, commitId: ctx.id() }) : null;
  if (done?.ok) return { to: list, key: "correction-made-dismissed" };
  if (done?.failure.name === "conflict") return { to: list, key: "correction-made" };
  return { to: `/manage/${slug}/alerts/${encodeURIComponent(first.id)}`, key: "correction-made-firing" };
}
