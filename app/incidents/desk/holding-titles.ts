import type { ListedAlerts } from "~/alerts/list";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import type { PageDeskRequest } from "~/ui/frame/desk";
import type { StillRedComponent } from "../read";
import { alertsHoldingComponent } from "../rules/holding-alerts";

/** Returns what stays red after resolving, with the firing alerts that hold it. */
export async function addAlertsToStillRedComponents(
  desk: PageDeskRequest,
  staysRed: readonly StillRedComponent[],
  { alerts }: ListedAlerts,
) {
  const firing = alerts.map(await alertTitleTranslator(desk));
  return staysRed.map((each) => {
    const holders = alertsHoldingComponent(each, firing).map(({ id, title }) => ({ id, title }));
    return { ...each, alerts: holders.map(({ title }) => title), holders };
  });
}
