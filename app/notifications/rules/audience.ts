/** A subscription, as far as it says what it is for. */
export interface Subscription {
  scope: string;
  /** Groups among them stand for whatever is in them when something is told. */
  componentIds: readonly string[];
  incidentId: string;
}

/** What a notice is about: an incident or a maintenance, and the components that it touches or touched. */
export interface NewsSubject {
  subjectId: string;
  componentIds: readonly string[];
  /** The groups that these are in now. */
  groupIds?: readonly string[];
}

/** Whether a subscription by itself wants to hear of it. */
export function wants({ scope, componentIds, incidentId }: Subscription, news: NewsSubject): boolean {
  if (scope === "page") return true;
  if (scope === "incident") return incidentId === news.subjectId;
  const touched = [...news.componentIds, ...(news.groupIds ?? [])];
  return componentIds.some((id) => touched.includes(id));
}

/**
 * Which of the active subscriptions of one address are told: at most one mail each, the standing one before the one for a
 * single incident. notifications/queries/recipients says the same in SQL and is tested against it.
 */
export function toldOf<S extends Subscription>(subscriptions: readonly S[], news: NewsSubject): S | null {
  const wanting = subscriptions.filter((each) => wants(each, news));
  return wanting.find(({ scope }) => scope !== "incident") ?? wanting[0] ?? null;
}
