import type { StatusLayer } from "~/status/status";

/** A firing alert with the components that its rule moves. */
export interface HoldingAlert {
  title: string;
  dismissedAt: number | null;
  assigned: { rule: { components: readonly string[] } | null } | null;
}

const maxTitlesShown = 3;

interface HeldComponent {
  id: string;
  layers: readonly StatusLayer[];
}

/** Returns the alerts that hold a component, one of each title; none when no alert does. */
export function alertsHoldingComponent<Each extends HoldingAlert>(
  { id, layers }: HeldComponent,
  firing: readonly Each[],
): Each[] {
  if (!layers.includes("observed")) return [];
  const own = firing.filter((each) => each.dismissedAt === null && each.assigned?.rule?.components.includes(id));
  const titles = own.map(({ title }) => title);
  return own.filter(({ title }, at) => titles.indexOf(title) === at).slice(0, maxTitlesShown);
}

/** Returns their titles. */
export const titlesOfHoldingAlerts = (held: HeldComponent, firing: readonly HoldingAlert[]): string[] =>
  alertsHoldingComponent(held, firing).map(({ title }) => title);
