import type { SubscriberCount } from "~/usecases/subscribers/counts";
import type { SubscriberView } from "~/usecases/subscribers/view";

export const subscriberStateWords: Record<string, string> = {
  active: "Active",
  pending: "Unconfirmed",
  quarantined: "Bouncing",
  unsubscribed: "Unsubscribed",
};

export const subscriptionScopeWords: Record<string, string> = {
  page: "Whole page",
  components: "Some components",
  incident: "One incident",
};

/** "Whole page", or the names of the components. */
export function scopeText({ scope, componentIds }: SubscriberView, names: Record<string, string>): string {
  if (scope !== "components") return subscriptionScopeWords[scope] ?? scope;
  return componentIds.map((id) => names[id] ?? "a removed component").join(", ");
}

/** One total a state, in the order in which they matter. */
export const totals = (counts: readonly SubscriberCount[]): [state: string, count: number][] =>
  Object.keys(subscriberStateWords).map((state) => [
    state,
    counts.filter((each) => each.state === state).reduce((sum, each) => sum + each.count, 0),
  ]);

const whole = new Intl.NumberFormat("en-GB");
const people = (count: number) => `${whole.format(count)} ${count === 1 ? "subscriber" : "subscribers"}`;

/** Beside what sends: how many people it reaches. */
export const reachText = (count: number): string =>
  count === 0 ? "No subscribers will be notified." : `Notifies ${people(count)}.`;

/** Before it is said what something touches: those whom it reaches anyway, and with every component. */
export const reachRange = (least: number, most: number): string =>
  least === most ? reachText(most) : `Notifies ${whole.format(least)} to ${people(most)}, depending on the components.`;
