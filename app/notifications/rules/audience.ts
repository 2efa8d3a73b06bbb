/** The parts of a subscription that say what it is for. */
export interface SubscriptionScopeRow {
  scope: string;
  /** Component ids; a group's id stands for its components at the time of sending. */
  componentIds: readonly string[];
  incidentId: string;
}

/** The subject of a notice: an incident or a maintenance, and the components that it affects or affected. */
export interface NewsSubject {
  subjectId: string;
  componentIds: readonly string[];
  /** The groups that these components are in now. */
  groupIds?: readonly string[];
}

/** Returns true when a subscription on its own wants the news. */
export function subscriptionWantsNews(
  { scope, componentIds, incidentId }: SubscriptionScopeRow,
  news: NewsSubject,
): boolean {
  if (scope === "page") return true;
  if (scope === "incident") return incidentId === news.subjectId;
  const touched = [...news.componentIds, ...(news.groupIds ?? [])];
  return componentIds.some((id) => touched.includes(id));
}

/**
 * Returns the active subscription of one address that is notified. There is at most one email for each address, and a
 * lasting subscription comes before one to a single incident. notifications/queries/recipients has the same in SQL and
 * is tested against it.
 */
export function subscriptionToNotify<S extends SubscriptionScopeRow>(
  subscriptions: readonly S[],
  news: NewsSubject,
): S | null {
  const wanting = subscriptions.filter((each) => subscriptionWantsNews(each, news));
  return wanting.find(({ scope }) => scope !== "incident") ?? wanting[0] ?? null;
}
