/** The report that a correction is started with: whose it is, and its period (UTC ms) as far as it is known. */
export interface SuspectedReport {
  source?: string;
  from?: number;
  to?: number;
}

interface ComponentMover {
  sourceId: string;
  firing: boolean;
  /** Start of its present state, UTC ms; null when it is not known. */
  since: number | null;
}

/**
 * Returns the report that probably caused a component's status: the one that fires now, otherwise the only one that
 * affects the component.
 */
export function suspectedReportOf(movers: readonly ComponentMover[], now: number): SuspectedReport {
  const firing = movers.find((each) => each.firing);
  if (firing) return { source: firing.sourceId, ...(firing.since === null ? {} : { from: firing.since, to: now }) };
  const [only, ...others] = new Set(movers.map(({ sourceId }) => sourceId));
  return only !== undefined && others.length === 0 ? { source: only } : {};
}
