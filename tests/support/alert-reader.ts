import type { RuleRecord } from "~/alerts/rules/rule-match";
import { alertNameOf } from "~/alerts/settling/rules/incident-view";
import type { FiringAlert, SettleDecision, SettleFacts, SettleIncident } from "~/alerts/settling/rules/settle-facts";
import type { NoticeDraft } from "~/commit/commit";
import { editedPartKeyOfComponent, isComponentEdited } from "~/incidents/rules/edited-parts";
import { severityRankOf } from "~/status/severity";
import { statusRank } from "~/status/status";
import { displayFaults, publishedRanks } from "./alert-display";
import { episodeOf, excuseIn, isTellable, placesOf, ruleIn } from "./alert-excuse";
import { minute } from "./alert-world";
import { Lasting } from "./lasting";
import { noticesIn } from "./settled-notices";
import { settleOnce } from "./settling";

/** Longest wait of an alert for a notification after its hold, and the team's quiet time after a message. */
const patience = 2 * minute;
const teamRest = 5 * minute;
export const visitorsRest = 15 * minute;

/** The knowledge of an incident that a reader of every message has. */
interface Known {
  /** Name → the components on which its alerts fired. */
  names: Map<string, readonly string[]>;
  /** Component → its worst reported severity. */
  parts: Map<string, number>;
  loud: number;
  /** Time of the last message, on a steady clock that ignores the deployment's. */
  at: number;
  /** True when there was news since it opened: further news waits for the quiet time. */
  hasNews: boolean;
}

/** The time since which an alert fires and could have been notified. */
interface Waiting {
  alert: FiringAlert;
  since: number;
  isExcused: boolean;
}

const nothing = (): Omit<Known, "at" | "hasNews"> => ({ names: new Map(), parts: new Map(), loud: -1 });

const kinds = ["draft_opened", "incident_opened", "incident_worsened"];
const loudnessByImpact = { none: "info", minor: "warning", major: "error", critical: "critical" } as const;

/** A person who gets every message, and compares them with the page. */
export class Reader {
  facts: SettleFacts;
  /** Milliseconds that have really passed. */
  real = 0;
  dueAt: number | null = null;
  readonly complaints: string[] = [];
  readonly messages: NoticeDraft[] = [];
  private readonly known = new Map<string, Known>();
  private readonly waiting = new Map<string, Waiting>();
  /** Components of existing incidents whose status a person has set. */
  private readonly said = new Set<string>();
  private readonly rules: readonly RuleRecord[];
  /** Changed rules: an alert that has joined stays in its incident, even if the rule says less or only drafts. */
  private readonly rechosen = new Set<string>();
  private isSkewed = false;
  private readonly updates = new Map<string, number>();
  /** Alerts that fired in an incident when a person closed it, so that this person knew of them. */
  private readonly closedBy = new Set<string>();

  constructor(facts: SettleFacts) {
    this.facts = facts;
    this.rules = facts.rules;
    this.settle();
  }

  complain(what: string): void {
    this.complaints.push(`${this.real / 1000} s: ${what}`);
  }

  private readonly ruleOf = (alert: FiringAlert) => ruleIn(this.facts, alert);

  private readonly excuse = (alert: FiringAlert) => excuseIn(this.facts, alert, this.closedBy);

  private readonly isTellable = (alert: FiringAlert) => isTellable(this.excuse(alert));

  private ledger(incident: SettleIncident): Known {
    const found = this.known.get(incident.id);
    if (found) return found;
    const parts = new Map(incident.components.map((each) => [each.componentId, statusRank(each.status)]));
    const loud = severityRankOf(loudnessByImpact[incident.impactOverride ?? incident.impact]);
    const blank: Known = { names: new Map(), parts, loud, at: Number.NEGATIVE_INFINITY, hasNews: false };
    this.known.set(incident.id, blank);
    return blank;
  }

  private hear(incident: SettleIncident, first: boolean): void {
    const { now } = this.facts;
    const known = first ? { ...nothing(), at: 0, hasNews: false } : { ...this.ledger(incident), hasNews: true };
    for (const alert of this.facts.alerts.filter((each) => each.incidentId === incident.id)) {
      const rule = this.ruleOf(alert);
      const isAhead = alert.startedAt > now;
      const isYoung = !first && !isAhead && rule !== null && alert.startedAt + rule.holdSeconds * 1000 > now;
      if (!rule || isYoung || !this.isTellable(alert)) continue;
      const name = `${rule.id} ${alertNameOf(alert)}`;
      known.names.set(name, [...new Set([...(known.names.get(name) ?? []), ...placesOf(rule)])]);
      known.loud = Math.max(known.loud, severityRankOf(alert.severity));
      for (const { componentId, status } of rule.components)
        known.parts.set(componentId, Math.max(known.parts.get(componentId) ?? 0, statusRank(status)));
    }
    known.at = this.real;
    this.known.set(incident.id, known);
  }

  private read(notice: NoticeDraft): void {
    const id = String(notice.scope.incident_id ?? notice.subjectId);
    const incident = this.facts.incidents.find((each) => each.id === id);
    if (!incident) {
      this.complain(`${notice.kind} of ${id}, which is not there`);
      return;
    }
    const mine = this.facts.alerts.filter((each) => each.incidentId === id && this.isTellable(each));
    if (mine.length === 0) this.complain(`${id}: told though all of it is silenced`);
    if (notice.kind === "incident_worsened") {
      const { at, hasNews } = this.ledger(incident);
      const since = this.real - at;
      if (hasNews && since < teamRest) this.complain(`${id}: told again after ${since / 1000} s`);
      const places = new Set(mine.flatMap((each) => placesOf(this.ruleOf(each) as RuleRecord)));
      for (const componentId of (notice.scope.components ?? []) as string[])
        if (!places.has(componentId)) this.complain(`${id}: told of ${componentId}, on which nothing fires`);
    }
    this.hear(incident, notice.kind !== "incident_worsened");
  }

  /** Settles now, and reads the messages. */
  settle(): SettleDecision {
    for (const each of this.facts.rules) if (!this.rules.includes(each)) this.rechosen.add(each.id);
    const before = this.facts;
    const { decision, facts } = settleOnce(before);
    const held = new Set(facts.groups.map(({ incidentId }) => incidentId));
    this.facts = { ...facts, incidents: facts.incidents.filter((each) => !each.closed || held.has(each.id)) };
    this.dueAt = decision.dueAt;
    this.forget();
    const notices = noticesIn(before, decision);
    this.messages.push(...notices);
    for (const notice of notices.filter(({ kind }) => kinds.includes(kind))) this.read(notice);
    for (const { id, saysSo } of decision.moved) if (saysSo) this.readUpdate(id);
    for (const { id, visibility } of decision.opened) if (visibility === "published") this.updates.set(id, this.real);
    this.check();
    return decision;
  }

  private readUpdate(id: string): void {
    const last = this.updates.get(id);
    if (last !== undefined && this.real - last < visitorsRest)
      this.complain(`${id}: visitors are told again after ${(this.real - last) / 1000} s`);
    this.updates.set(id, this.real);
  }

  /** Notes that a person set a component's status in an incident, or closed it knowing what fired in it. */
  notePerson(before: SettleFacts): void {
    const parts = new Map(before.incidents.map(({ id, editedParts }) => [id, editedParts]));
    for (const { id, editedParts } of this.facts.incidents)
      for (const part of editedParts) if (!parts.get(id)?.includes(part)) this.said.add(`${id} ${part}`);
    const open = new Set(this.facts.incidents.filter((each) => !each.closed).map(({ id }) => id));
    const gone = new Set(before.incidents.filter((each) => !each.closed && !open.has(each.id)).map(({ id }) => id));
    for (const { id, startedAt, incidentId } of before.alerts)
      if (gone.has(incidentId ?? "")) this.closedBy.add(episodeOf({ id, startedAt }));
  }

  /** Restarts all waits, because a clock was corrected or set wrong. */
  restart(): void {
    this.isSkewed = true;
    for (const each of this.waiting.values()) each.since = this.real;
    for (const each of this.known.values()) each.at = Math.min(each.at, this.real - teamRest);
    for (const id of this.updates.keys()) this.updates.set(id, this.real - visitorsRest);
  }

  /** Forgets closed incidents, and components without firing alerts for as long as their rules require. */
  private forget(): void {
    for (const { id, closed } of this.facts.incidents) {
      const known = this.known.get(id);
      if (!known) continue;
      if (closed) Object.assign(known, nothing());
      if (this.rechosen.size > 0) continue;
      const own = this.facts.alerts.filter((each) => each.incidentId === id && each.dismissedAt === null);
      const firing = new Set(own.flatMap((each) => placesOf(this.ruleOf(each) as RuleRecord)));
      for (const place of new Set([...firing, ...known.parts.keys(), ...[...known.names.values()].flat()])) {
        const key = `${id} ${place}`;
        const since = this.quietSince.get(key) ?? this.real;
        if (firing.has(place)) this.quietSince.delete(key);
        else this.quietSince.set(key, since);
        if (this.real - since <= this.longest(place) + 1000) continue;
        known.parts.delete(place);
        for (const [name, places] of known.names) {
          const left = places.filter((each) => each !== place);
          if (left.length > 0) known.names.set(name, left);
          else known.names.delete(name);
        }
      }
    }
  }

  /** Incident and component → since when no alerts fire there. */
  private readonly quietSince = new Map<string, number>();

  /** Returns how long the rules of a component require it to be quiet; ms. */
  private longest(place: string): number {
    const naming = this.facts.rules.filter((each) => placesOf(each).includes(place));
    return Math.max(0, ...naming.map(({ resolveAfterSeconds }) => resolveAfterSeconds)) * 1000;
  }

  /** Checks the law at this instant. */
  check(): void {
    const firing = new Set(this.facts.alerts.map(({ id }) => id));
    for (const id of this.waiting.keys()) if (!firing.has(id)) this.waiting.delete(id);
    for (const alert of this.facts.alerts) {
      for (const fault of displayFaults(this.facts, alert)) this.complain(fault);
      this.isTold(alert);
    }
    for (const incident of this.facts.incidents) this.isNotWorse(incident);
  }

  private isTold(alert: FiringAlert): void {
    const rule = this.ruleOf(alert);
    const known = this.waiting.get(alert.id);
    const waiting = known?.alert.startedAt === alert.startedAt ? known : { alert, since: this.real, isExcused: false };
    this.waiting.set(alert.id, waiting);
    const excuse = this.excuse(alert);
    if (excuse !== null || waiting.isExcused) waiting.since = this.real;
    waiting.isExcused = excuse !== null;
    if (excuse !== null || !rule) return;
    const due = waiting.since + rule.holdSeconds * 1000 + patience;
    const incident = this.facts.incidents.find(({ id, closed }) => id === alert.incidentId && !closed);
    if (!incident) {
      if (this.real > due) this.complain(`${alert.id} is told to nobody: it is of no incident`);
      return;
    }
    const heard = this.ledger(incident);
    const last = this.isSkewed ? Math.max(heard.at, waiting.since) : heard.at;
    if (this.real <= Math.max(due, heard.hasNews ? last + teamRest + 1000 : 0)) return;
    const name = `${rule.id} ${alertNameOf(alert)}`;
    if (!heard.names.has(name)) this.complain(`${alert.id} in ${incident.id} is told to nobody`);
    if (heard.loud < severityRankOf(alert.severity))
      this.complain(`${alert.id} in ${incident.id} is louder than was told`);
    for (const { componentId, status } of rule.components) {
      const told = heard.parts.get(componentId) ?? 0;
      if (told < statusRank(status)) this.complain(`${alert.id}: of ${componentId} nobody was told`);
    }
    this.isPublished(alert, rule, incident);
  }

  /** Checks that visitors see an open incident for an alert of a publishing rule, unless a person chose otherwise. */
  private isPublished(alert: FiringAlert, rule: RuleRecord, incident: SettleIncident): void {
    if (rule.mode !== "publish" || this.rechosen.has(rule.id)) return;
    if (incident.visibility !== "published") this.complain(`${alert.id} is to be published, and is in a draft`);
    for (const { componentId, status } of rule.components) {
      const isSaid = publishedRanks(this.facts, componentId).some((rank) => rank >= statusRank(status));
      const isPersons = this.said.has(`${incident.id} ${editedPartKeyOfComponent(componentId)}`);
      if (!isSaid && !isPersons) this.complain(`${alert.id}: no incident says so of ${componentId}`);
    }
  }

  private readonly lasting = new Lasting();

  /** Checks that a status given by alerts alone ends with them. */
  private isNotWorse(incident: SettleIncident): void {
    if (incident.closed || incident.origin === "person") return;
    for (const { componentId, status } of incident.components) {
      const isWatched = this.facts.rules.some((each) => placesOf(each).includes(componentId));
      const key = `${incident.id} ${componentId}`;
      // What no rule names cannot end: it counts from when a rule names it again.
      if (!isWatched) this.lasting.worst(key, { rank: statusRank(status), now: this.real, longest: 0 });
      if (!isWatched || isComponentEdited(incident.editedParts, componentId)) continue;
      const longest = this.longest(componentId);
      const own = this.facts.alerts.filter((each) => each.incidentId === incident.id && each.dismissedAt === null);
      const said = own.flatMap((each) => this.ruleOf(each)?.components ?? []);
      const ranks = said.filter((each) => each.componentId === componentId).map((each) => statusRank(each.status));
      const rank = Math.max(0, ...ranks);
      const worst = this.lasting.worst(key, { rank, now: this.real, longest });
      if (statusRank(status) > worst) this.complain(`${incident.id} says ${status} of ${componentId}, which is over`);
    }
  }
}
