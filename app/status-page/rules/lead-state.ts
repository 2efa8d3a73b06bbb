import { letterOfStatus } from "~/status/state-letter";
import { statusRank } from "~/status/status";
import { bannerOfStatuses } from "./banner";
import { affectedStatuses, isLongComponentList } from "./component-listing";
import { type OngoingEvent, ongoingComponentsOf, type PageHeadline } from "./field";
import { type PageStateWithLetter, pageStateOf } from "./head-state";
import { componentsWithKnownStatus, type MonitoredState } from "./monitored-state";
import type { Snapshot, SnapshotComponent } from "./snapshot-document";

/** The banner of a page of which nothing is unknown, because a lead's state is about its own components alone. */
const calmBanner = bannerOfStatuses(["operational"], []);

/** Returns the components of an event as the page shows them now; those that are gone have the event's status. */
function presentComponents({ components }: Snapshot, event: OngoingEvent): (MonitoredState & { name: string })[] {
  const shown = new Map(components.map((each) => [each.id, each]));
  return ongoingComponentsOf(event).map((each) => shown.get(each.id) ?? each);
}

/** Returns true when the page’s sentence names a component of which the event says nothing. */
function namesOthers({ components }: Snapshot, { state }: PageHeadline, event: OngoingEvent): boolean {
  if (state.kind !== "components") return false;
  const own = new Set(ongoingComponentsOf(event).map(({ id }) => id));
  return components.some(({ id, status }) => status === state.status && !own.has(id));
}

const withStateLetter = ({ letter, state }: PageStateWithLetter): PageStateWithLetter => ({
  letter: state.kind === "components" ? letterOfStatus[state.status] : letter,
  state,
});

/**
 * Returns the state above the title of what leads the page: the page’s sentence, unless that names other components,
 * of which the title says nothing. Then it is the state of the title’s own components.
 */
export function leadStateOf(snapshot: Snapshot, headline: PageHeadline, event: OngoingEvent): PageStateWithLetter {
  if (!namesOthers(snapshot, headline, event)) return withStateLetter(headline);
  const own = pageStateOf({
    components: presentComponents(snapshot, event),
    banner: calmBanner,
    incidents: event.kind === "incident" ? [event.incident] : [],
    maintenances: event.kind === "maintenance" ? [event.maintenance] : [],
  });
  if (own.letter === "n") return withStateLetter(headline);
  return withStateLetter(own.state.kind === "components" ? { ...own, state: { ...own.state, isAll: false } } : own);
}

/** Most components that the head of a page names beside what leads it. */
const maxFurtherComponents = 3;

/**
 * Returns the affected components that nothing in progress names, worst first. A long page lists all that are affected
 * right below its head, so there are none for the head.
 */
export function unexplainedComponents(
  { components }: Pick<Snapshot, "components">,
  events: readonly OngoingEvent[],
): { listed: SnapshotComponent[]; more: number } {
  const explained = new Set(events.flatMap(ongoingComponentsOf).map(({ id }) => id));
  const found = isLongComponentList(components.length)
    ? []
    : componentsWithKnownStatus(components)
        .filter(({ id, status }) => affectedStatuses.includes(status) && !explained.has(id))
        .sort((one, other) => statusRank(other.status) - statusRank(one.status));
  const listed = found.slice(0, maxFurtherComponents);
  return { listed, more: found.length - listed.length };
}
