import { displayedImpact, isAnnouncementIncident, worstImpact } from "~/incidents/rules/impact";
import { type StateLetter, stateLetterByImpact, stateLetterByStatus } from "~/status/state-letter";
import { type Impact, type Status, type StatuspageBanner, worstStatus } from "~/status/status";
import { componentsWithKnownStatus, type MonitoredState } from "./monitored-state";
import type { SnapshotMaintenance } from "./snapshot-document";

/** The part of an open published incident on which the words of a page's state depend. */
export interface OpenIncident {
  impact: Impact;
  impactOverride: Impact | null;
  startedAt: number;
  components: readonly { name: string }[];
  updates: readonly { changes: readonly { from: string; to: string }[] }[];
}

/** Facts for the state of a whole page, from its document or from what management has read. */
export interface PageStateFacts {
  components: readonly (MonitoredState & { name: string })[];
  banner: StatuspageBanner;
  /** True when no component is observed, or there is none. */
  unmonitored?: true | undefined;
  incidents: readonly OpenIncident[];
  maintenances: readonly Pick<SnapshotMaintenance, "status">[];
}

/** The state in the head of a page, without the text of incidents. */
export type PageState =
  | { kind: "well" | "well_monitored" | "unknown" | "unmonitored" | "maintenance" }
  /** `status` is that of these components; the head's letter may be a different one. */
  | { kind: "components"; status: Status; names: string[]; isAll: boolean }
  | { kind: "impact"; impact: Impact };

export interface PageStateWithLetter {
  /** The letter of the worst component or open impact: for the head's colour, the page's mark and its icon. */
  letter: StateLetter;
  state: PageState;
}

/** Mildest first. Unknown ranks above scheduled maintenance. */
const order: readonly StateLetter[] = ["o", "w", "a", "x", "n", "d", "p", "m"];

const worstLetter = (letters: readonly StateLetter[]): StateLetter =>
  order[Math.max(0, ...letters.map((letter) => order.indexOf(letter)))] ?? "n";

export const isMaintenanceInProgress = ({ status }: Pick<SnapshotMaintenance, "status">): boolean =>
  status === "in_progress" || status === "verifying";

const severity = (incident: OpenIncident) => order.indexOf(stateLetterByImpact[displayedImpact(incident)]);

/** Returns the open incidents by their present severity, then newest first, without announcements. */
export const sortOpenIncidentsWorstFirst = <Incident extends OpenIncident>(
  incidents: readonly Incident[],
): Incident[] =>
  incidents
    .filter((each) => !isAnnouncementIncident(each))
    .sort((one, other) => severity(other) - severity(one) || other.startedAt - one.startedAt);

function letterOf({ components, banner, unmonitored, maintenances }: PageStateFacts, wrong: readonly OpenIncident[]) {
  const letters: StateLetter[] = [
    ...componentsWithKnownStatus(components).map(({ status }) => stateLetterByStatus[status]),
    ...wrong.map((incident) => stateLetterByImpact[displayedImpact(incident)]),
    ...(maintenances.some(isMaintenanceInProgress) ? (["x"] as const) : []),
    ...(banner.state === "unknown" && !unmonitored ? (["n"] as const) : []),
  ];
  const letter = worstLetter(letters);
  return letter === "o" && unmonitored ? "n" : letter;
}

function componentsIn({ components }: PageStateFacts, status: Status): PageState {
  const named = components.filter((each) => each.status === status).map(({ name }) => name);
  return { kind: "components", status, names: named, isAll: named.length > 1 && named.length === components.length };
}

const impactOfLetter: Partial<Record<StateLetter, Impact>> = { d: "minor", p: "major", m: "critical" };

/** Returns the state for an open incident all of whose components are operational again. */
function recovered(incident: OpenIncident): PageState {
  const names = incident.components.map(({ name }) => name);
  if (names.length === 0) return { kind: "impact", impact: worstImpact(incident) };
  return { kind: "components", status: "operational", names, isAll: false };
}

const isWhollyKnown = ({ components }: PageStateFacts) =>
  componentsWithKnownStatus(components).length === components.length;

function stateOf(facts: PageStateFacts, letter: StateLetter, lead: OpenIncident | undefined): PageState {
  const status = worstStatus(componentsWithKnownStatus(facts.components).map((each) => each.status));
  if (letter === "a" && lead) return recovered(lead);
  if (letter === "o") return { kind: isWhollyKnown(facts) ? "well" : "well_monitored" };
  if (letter === "n") return { kind: facts.unmonitored ? "unmonitored" : "unknown" };
  if (status !== null && stateLetterByStatus[status] === letter) return componentsIn(facts, status);
  const impact = impactOfLetter[letter];
  return impact ? { kind: "impact", impact } : { kind: "maintenance" };
}

/**
 * Returns the state of the whole page in one sentence, which is the same on the page, in badges, cards and images, and
 * in management.
 */
export function pageStateOf(facts: PageStateFacts): PageStateWithLetter {
  const wrong = sortOpenIncidentsWorstFirst(facts.incidents);
  const letter = letterOf(facts, wrong);
  return { letter, state: stateOf(facts, letter, wrong[0]) };
}

const isTrouble = ({ letter }: PageStateWithLetter) => letter === "d" || letter === "p" || letter === "m";

/**
 * Returns the state for a page that is outdated or a copy: a good state is unknown when it is not up to date, and not
 * shown as good from a copy. Known trouble stays.
 */
export function hideOutdatedState<Head extends PageStateWithLetter>(
  head: Head,
  held: { outdated: boolean; stale: boolean },
): Head {
  if (isTrouble(head) || !(held.outdated || held.stale)) return head;
  const isTold = head.state.kind === "unmonitored" || !held.outdated;
  return { ...head, letter: "n", state: isTold ? head.state : { kind: "unknown" } };
}
