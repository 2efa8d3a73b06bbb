import { impactShown, impactTold, isAnnouncement } from "~/incidents/rules/impact";
import { letterOfImpact, letterOfStatus, type StateLetter } from "~/status/state-letter";
import { type Banner, type Impact, type Status, worst } from "~/status/status";
import type { SnapshotMaintenance } from "./snapshot-document";
import { type Monitored, monitoredOf } from "./unmonitored";

/** An open published incident, as far as the words of a page's state depend on it. */
export interface OpenIncident {
  impact: Impact;
  impactOverride: Impact | null;
  startedAt: number;
  components: readonly { name: string }[];
  updates: readonly { changes: readonly { from: string; to: string }[] }[];
}

/** What the state of a whole page is told of: its document, or what management has read of it. */
export interface PageFacts {
  components: readonly (Monitored & { name: string })[];
  banner: Banner;
  /** Nobody vouches for any component, or there is none. */
  unmonitored?: true | undefined;
  incidents: readonly OpenIncident[];
  maintenances: readonly Pick<SnapshotMaintenance, "status">[];
}

/** What the head of a page says of its state, before anybody's words. */
export type FieldState =
  | { kind: "well" | "well_monitored" | "unknown" | "unmonitored" | "maintenance" }
  /** `letter` is their own: the field may be of another one. */
  | { kind: "components"; status: Status; names: string[]; isAll: boolean }
  | { kind: "impact"; impact: Impact };

export interface HeadState {
  /** The worst component or open impact: of the field, the page's mark and its icon. */
  letter: StateLetter;
  state: FieldState;
}

/** Mildest first. What nobody knows is worse than work that was planned. */
const order: readonly StateLetter[] = ["o", "w", "a", "x", "n", "d", "p", "m"];

const worstLetter = (letters: readonly StateLetter[]): StateLetter =>
  order[Math.max(0, ...letters.map((letter) => order.indexOf(letter)))] ?? "n";

export const isRunning = ({ status }: Pick<SnapshotMaintenance, "status">): boolean =>
  status === "in_progress" || status === "verifying";

const severity = (incident: OpenIncident) => order.indexOf(letterOfImpact[impactShown(incident)]);

/** What is wrong, by what it does now, then the newest; announcements are not. */
export const wrongOf = <Incident extends OpenIncident>(incidents: readonly Incident[]): Incident[] =>
  incidents
    .filter((each) => !isAnnouncement(each))
    .sort((one, other) => severity(other) - severity(one) || other.startedAt - one.startedAt);

function letterOf({ components, banner, unmonitored, maintenances }: PageFacts, wrong: readonly OpenIncident[]) {
  const letters: StateLetter[] = [
    ...monitoredOf(components).map(({ status }) => letterOfStatus[status]),
    ...wrong.map((incident) => letterOfImpact[impactShown(incident)]),
    ...(maintenances.some(isRunning) ? (["x"] as const) : []),
    ...(banner.state === "unknown" && !unmonitored ? (["n"] as const) : []),
  ];
  const letter = worstLetter(letters);
  return letter === "o" && unmonitored ? "n" : letter;
}

function componentsIn({ components }: PageFacts, status: Status): FieldState {
  const named = components.filter((each) => each.status === status).map(({ name }) => name);
  return { kind: "components", status, names: named, isAll: named.length > 1 && named.length === components.length };
}

const impactOfLetter: Partial<Record<StateLetter, Impact>> = { d: "minor", p: "major", m: "critical" };

/** An incident is open and all that it named works again. */
function recovered(incident: OpenIncident): FieldState {
  const names = incident.components.map(({ name }) => name);
  if (names.length === 0) return { kind: "impact", impact: impactTold(incident) };
  return { kind: "components", status: "operational", names, isAll: false };
}

const isWhollyKnown = ({ components }: PageFacts) => monitoredOf(components).length === components.length;

function stateOf(facts: PageFacts, letter: StateLetter, lead: OpenIncident | undefined): FieldState {
  const status = worst(monitoredOf(facts.components).map((each) => each.status));
  if (letter === "a" && lead) return recovered(lead);
  if (letter === "o") return { kind: isWhollyKnown(facts) ? "well" : "well_monitored" };
  if (letter === "n") return { kind: facts.unmonitored ? "unmonitored" : "unknown" };
  if (status !== null && letterOfStatus[status] === letter) return componentsIn(facts, status);
  const impact = impactOfLetter[letter];
  return impact ? { kind: "impact", impact } : { kind: "maintenance" };
}

/** How the whole page is, in one sentence: the same on the page, in badges, cards and pictures, and in management. */
export function headState(facts: PageFacts): HeadState {
  const wrong = wrongOf(facts.incidents);
  const letter = letterOf(facts, wrong);
  return { letter, state: stateOf(facts, letter, wrong[0]) };
}

const isTrouble = ({ letter }: HeadState) => letter === "d" || letter === "p" || letter === "m";

/**
 * The same where it is held for long: good words that nobody vouches for any more are not known, and those of a copy are
 * not shown as good. Trouble that was known remains known.
 */
export function heldHead<Head extends HeadState>(head: Head, held: { outdated: boolean; stale: boolean }): Head {
  if (isTrouble(head) || !(held.outdated || held.stale)) return head;
  const isTold = head.state.kind === "unmonitored" || !held.outdated;
  return { ...head, letter: "n", state: isTold ? head.state : { kind: "unknown" } };
}
