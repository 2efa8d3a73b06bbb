import { listAlerts } from "~/alerts/list";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import { alertsHoldingComponent } from "~/incidents/rules/holding-alerts";
import { type PageDeskRequest, unwrapOrThrow } from "~/ui/frame/desk";
import type { ComponentView } from "../list";
import { overridingStatus } from "../rules/overriding-status";

export const overriddenNoticeKey = "status-set-overridden";

/** Returns what visitors see instead of the status that a person set, with the alerts behind it; null when nothing is. */
export async function readOverriddenStatusView(desk: PageDeskRequest, { id, layers }: ComponentView) {
  const isJustSet = desk.url.searchParams.get("done") === overriddenNoticeKey;
  const over = layers.manual !== null || isJustSet ? overridingStatus(layers, layers.manual ?? "operational") : null;
  if (!over?.layers.includes("observed")) return over && { ...over, alerts: [] };
  const { ctx, pageId } = desk;
  const { alerts } = unwrapOrThrow(await listAlerts(ctx, { pageId, state: "firing" }));
  const titled = alerts.map(await alertTitleTranslator(desk));
  const holding = alertsHoldingComponent({ id, layers: over.layers }, titled);
  return { ...over, alerts: holding.map(({ id: alertId, title }) => ({ id: alertId, title })) };
}
