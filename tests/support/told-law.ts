import { type ListedAlert, listAlerts } from "~/alerts/list";
import { resetIsolate } from "~/platform/isolate";
import { severityRankOf } from "~/status/severity";
import { type Status, statusRank } from "~/status/status";
import { readPublishedView } from "~/status-page/view-page";
import { type AlertStage, type Heard, minute, type Reach } from "./alert-stage";
import { good } from "./desk";

const patience = 2 * minute;
const teamRest = 5 * minute;

const statusOf: Record<string, Status> = {
  Operational: "operational",
  "Degraded performance": "degraded_performance",
  "Partial outage": "partial_outage",
  "Major outage": "major_outage",
};

/** Compares every message that leaves with the page, and with the state of each firing alert. */
export class ToldLaw {
  readonly complaints: string[] = [];
  /** Incident or source → the names of alerts in messages about it, and the time of the last message. */
  private readonly told = new Map<string, { names: Set<string>; at: number }>();
  private readonly since = new Map<string, number>();
  private readonly closed = new Set<string>();
  private heard = 0;
  private mailed = 0;

  constructor(
    private readonly stage: AlertStage,
    private readonly reach: Reach,
  ) {}

  private get now(): number {
    return this.stage.told.deployment.clock.now;
  }

  private complain(what: string): void {
    this.complaints.push(`${new Date(this.now).toISOString().slice(11, 19)} ${what}`);
  }

  private async firing(): Promise<ListedAlert[]> {
    const { alerts } = await good(listAlerts(this.stage.as("responder"), { pageId: this.stage.page.id }));
    return alerts.filter(({ state }) => state === "firing");
  }

  private async page(): Promise<Map<string, Status>> {
    resetIsolate();
    const view = await good(readPublishedView(this.stage.told.deployment.ctx(), { slug: this.stage.page.slug }));
    return new Map(view.snapshot.components.map(({ id, status }) => [id, status as Status]));
  }

  /** Notes that a person closed incidents, and so knew of the alerts firing in them. */
  async noteClosed(ids: readonly string[]): Promise<void> {
    for (const each of await this.firing())
      if (ids.includes(each.incidentId ?? "")) this.closed.add(`${each.id} ${each.startedAt}`);
  }

  private note(subject: string, all: readonly ListedAlert[]): void {
    const names = this.told.get(subject)?.names ?? new Set<string>();
    for (const each of all)
      if (each.incidentId === subject || each.sourceId === subject) names.add(each.labels.alertname ?? each.title);
    this.told.set(subject, { names, at: this.now });
  }

  private contradicts({ type, thread, facts, severity }: Heard, page: Map<string, Status>, all: ListedAlert[]): void {
    for (const { name, value } of facts) {
      const said = statusOf[value];
      if (said !== undefined && statusRank(said) > statusRank(page.get(name) ?? "operational"))
        this.complain(`${type} says ${value} of ${name}, the page ${page.get(name)}`);
    }
    const mine = all.filter((each) => each.incidentId === thread.id && each.assigned?.told.state === "told");
    for (const each of mine)
      if (severityRankOf(severity) < severityRankOf(each.severity))
        this.complain(`${type} is ${severity}, ${each.title} louder`);
  }

  /** Compares the messages that have left since the last call with the page as it is now, so call it after each step. */
  async checkMessages(): Promise<void> {
    const calls = this.stage.heard().slice(this.heard);
    const mails = this.stage.mailsTo("ann@example.com").slice(this.mailed);
    if (calls.length + mails.length === 0) return;
    const [all, page] = [await this.firing(), await this.page()];
    this.heard += calls.length;
    this.mailed += mails.length;
    for (const call of calls) {
      this.note(call.thread.id, all);
      this.contradicts(call, page, all);
    }
    for (const { text } of mails)
      for (const [, id = ""] of text.matchAll(/\/(?:incidents|sources)\/([\w-]+)/g)) this.note(id, all);
  }

  /** Reads the new messages, and checks the law for every alert. */
  async check(): Promise<void> {
    await this.checkMessages();
    const [all, page] = [await this.firing(), await this.page()];
    for (const each of all.filter(({ severity }) => severity !== "info")) {
      this.isShown(each, page);
      this.isTold(each);
    }
  }

  private isShown({ title, assigned, because }: ListedAlert, page: Map<string, Status>): void {
    const named = assigned?.rule?.components ?? [];
    for (const id of named)
      if ((page.get(id) ?? "operational") === "operational") this.complain(`${title} is not on ${id}`);
    if (named.length === 0 && because === null && assigned?.unassigned === null)
      this.complain(`${title} is on no component, and not named unassigned`);
  }

  private isTold(alert: ListedAlert): void {
    const { id, title, startedAt, assigned, labels, incidentId, sourceId } = alert;
    const key = `${id} ${startedAt}`;
    const state = assigned?.told.state ?? "nobody";
    const isWaiting = state === "told" || state === "holding";
    if (!isWaiting) this.since.delete(key);
    const since = this.since.get(key) ?? this.now;
    if (isWaiting) this.since.set(key, since);
    if (state === "nobody" && (this.reach.mail || this.reach.channel))
      this.complain(`${title} is said to reach nobody`);
    if (state === "quiet_hours" && (this.reach.mail || !this.reach.channel?.quietFrom))
      this.complain(`${title} is said to be in quiet hours`);
    if (!isWaiting || this.closed.has(key)) return;
    const known = this.told.get(incidentId ?? sourceId);
    if (known?.names.has(labels.alertname ?? title)) return;
    const hold = this.stage.holdOf(assigned?.rule?.id ?? "") * 1000;
    const due = Math.max(since + hold + patience, (known?.at ?? 0) + teamRest + minute);
    if (this.now > due) this.complain(`${title} is ${state}, and nobody was told`);
  }
}
