import type { AlertFiringView } from "../read-timeline-facts";

/** Returns the firings of a timeline with the titles of their alerts. */
export const addTitlesToFirings = (
  firings: readonly AlertFiringView[],
  titleOf: (alert: AlertFiringView["alert"]) => { title: string },
) => firings.map(({ alert, ...firing }) => ({ alertId: alert.id, title: titleOf(alert).title, ...firing }));
