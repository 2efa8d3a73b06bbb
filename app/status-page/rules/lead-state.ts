import { stateLetterByStatus } from "~/status/state-letter";
import { statusRank } from "~/status/status";
import { bannerOfStatuses } from "./banner";
import { affectedStatuses, isLongComponentList } from "./component-listing";
import { type OngoingEvent, ongoingComponentsOf, type PageHeadline } from "./field";
import { type PageStateWithLetter, pageStateOf } from "./head-state";
import { componentsWithKnownStatus, type MonitoredState } from "./monitored-state";
import type { Snapshot, SnapshotComponent } from "./snapshot-document";

/** The banner of a page of which nothing is unknown, because a lead's state is about its own components alone. */
const calmBanner = bannerOfStatuses(["operational"], []);

/** Returns the components of an event as the page shows them now; deleted components have the event's status. */
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
  letter: state.kind === "components" ? stateLetterByStatus[state.status] : letter,
  state,
});

/** Returns the state above the title of what leads the page: the worst of the page, in the colour of what it names. */
export const kickerStateOf = (headline: PageHeadline): PageStateWithLetter => withStateLetter(headline);

/**
 * Returns the state of what leads the page, for the line below its title, where the line above it names other components
 * that are worse; null where that line covers it.
 */
export function leadStateOf(
  snapshot: Snapshot,
  headline: PageHeadline,
  event: OngoingEvent,
): PageStateWithLetter | null {
  if (!namesOthers(snapshot, headline, event)) return null;
  const own = pageStateOf({
    components: presentComponents(snapshot, event),
    banner: calmBanner,
    incidents: event.kind === "incident" ? [event.incident] : [],
    maintenances: event.kind === "maintenance" ? [event.maintenance] : [],
  });
  const said = withStateLetter(
    own.state.kind === "components" ? { ...own, state: { ...own.state, isAll: false } } : own,
  );
  return own.letter === "n" || said.letter === kickerStateOf(headline).letter ? null : said;
}

/** Most components that the head of a page names beside what leads it. */
const maxFurtherComponents = 3;

/**
 * Returns the affected components that neither the page's sentence nor anything in progress names, worst first. A long
 * page lists all that are affected right below its head, so there are none for the head.
 */
export function unexplainedComponents(
  { components }: Pick<Snapshot, "components">,
  { state }: Pick<PageHeadline, "state">,
  events: readonly OngoingEvent[],
): { listed: SnapshotComponent[]; more: number } {
  const named = state.kind === "components" ? state.status : null;
  const explained = new Set(events.flatMap(ongoingComponentsOf).map(({ id }) => id));
  const found = isLongComponentList(components.length)
    ? []
    : componentsWithKnownStatus(components)
        .filter(({ id, status }) => affectedStatuses.includes(status) && status !== named && !explained.has(id))
        .sort((one, other) => statusRank(other.status) - statusRank(one.status));
  const listed = found.slice(0, maxFurtherComponents);
  return { listed, more: found.length - listed.length };
}
