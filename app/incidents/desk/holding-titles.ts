import type { ListedAlerts } from "~/alerts/list";
import { alertTitles } from "~/alerts/shown/desk/alert-titles";
import type { PageDesk } from "~/ui/frame/desk";
import type { StaysRed } from "../read";
import { holdingAlertsOf } from "../rules/holding-alerts";

/** Returns what stays red after resolving, with the firing alerts that hold it. */
export async function holdingAlertTitles(desk: PageDesk, staysRed: readonly StaysRed[], { alerts }: ListedAlerts) {
  const firing = alerts.map(await alertTitles(desk));
  return staysRed.map((each) => ({ ...each, alerts: holdingAlertsOf(each, firing) }));
}
