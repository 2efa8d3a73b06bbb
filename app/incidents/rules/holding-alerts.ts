import type { StatusLayer } from "~/status/status";

/** A firing alert with the components that its rule moves. */
export interface HoldingAlert {
  title: string;
  dismissedAt: number | null;
  assigned: { rule: { components: readonly string[] } | null } | null;
}

const maxTitlesShown = 3;

/** Returns the titles of the alerts that hold a component, each once; none when no alert does. */
export function titlesOfHoldingAlerts(
  { id, layers }: { id: string; layers: readonly StatusLayer[] },
  firing: readonly HoldingAlert[],
): string[] {
  if (!layers.includes("observed")) return [];
  const own = firing.filter((each) => each.dismissedAt === null && each.assigned?.rule?.components.includes(id));
  return [...new Set(own.map(({ title }) => title))].slice(0, maxTitlesShown);
}
