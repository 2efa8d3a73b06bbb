import { listAlerts } from "~/alerts/list";
import { alertTitles } from "~/alerts/shown/desk/alert-titles";
import { allOrThrow, type PageDesk } from "~/ui/frame/desk";
import type { StaysRed } from "../read";
import { alertsHolding } from "../rules/holding";

/** What resolving leaves red, with the alerts that hold it: they are read only where any does. */
export async function heldBy(desk: PageDesk, staysRed: readonly StaysRed[]) {
  if (!staysRed.some(({ layers }) => layers.includes("observed"))) {
    return staysRed.map((each) => ({ ...each, alerts: [] as string[] }));
  }
  const [listed] = await allOrThrow(listAlerts(desk.ctx, { pageId: desk.pageId, state: "firing" }));
  const titled = await alertTitles(desk);
  const firing = listed.alerts.map(titled);
  return staysRed.map((each) => ({ ...each, alerts: alertsHolding(each, firing) }));
}
