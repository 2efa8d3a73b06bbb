import type { DayLimits } from "~/deployment/usage/rules/usage";
import type { Refusal } from "~/failures/refusal";
import type { AlertSeverity } from "~/status/severity";
import type { Impact, Status } from "~/status/status";
import type { AutomaticTitle } from "~/text/said-title";

/** Keys of the catalogue's texts for news to the team. */
export type TeamTextKey =
  | "draft_title"
  | "draft_about"
  | "draft_bare"
  | `proposed_${"title" | "about" | "by"}`
  | "open_proposal"
  | "reading_title"
  | "reading_about"
  | "open_monitors"
  | "dismissed_title"
  | "dismissed_recovered"
  | "withdrawn_title"
  | "worse_title"
  | "worse_alerts"
  | "worse_components"
  | "severity"
  | "impact"
  | "unwatched_title"
  | "unwatched_about"
  | `no_rule_${"single" | "several" | "about"}`
  | `no_component_${"single" | "several" | "about"}`
  | "create_rule"
  | "choose_components"
  | "incident_about"
  | "stale_draft_title"
  | "stale_draft_about"
  | "stale_title"
  | "stale_about"
  | "firing_single"
  | "recovered_single"
  | "firing_several"
  | "unacknowledged_single"
  | "unacknowledged_several"
  | "recovered_several"
  | "more"
  | "alert"
  | "because"
  | "because_more"
  | "missed_single"
  | "missed_several"
  | "missed_about"
  | "missed_since"
  | "flapping_single"
  | "flapping_named"
  | "flapping_about"
  | "moved_several"
  | "moved"
  | "gap_title"
  | "gap_about"
  | "mail_title"
  | "mail_about"
  | "limit_title"
  | "limit_about"
  | "repository_title"
  | "repository_about"
  | "open_repository"
  | "limit_expected"
  | "limit_most"
  | `limit_${keyof DayLimits}`
  | "open_usage"
  | "open_draft"
  | "open_incident"
  | "view_alerts"
  | "view_overview"
  | "open_outbox"
  | "status"
  | "opened"
  | "last_update"
  | "source"
  | "alerts"
  | "since"
  | "first_since"
  | "last_check"
  | "running_again"
  | "waiting"
  | "rescheduled"
  | "mailer_error";

/** Keys of the texts of emails that news to the team also uses. */
export type CommonTextKey =
  | "mail.components"
  | "mail.see_incident"
  | "mail.see_maintenance"
  | "mail.reminder"
  | "work.window";

/** The texts in the page's language; instants and durations in ms. */
export interface TeamWords {
  t(key: TeamTextKey, values?: Record<string, string | number>): string;
  /** Returns the word for an incident's status. */
  /** `announced` = the incident is an announcement, whose statuses have words of their own. */
  incidentStatus(status: string, announced?: boolean): string;
  componentStatus(status: Status): string;
  /** Returns a component's status as visitors read it. */
  standing(component: { status: Status; unmonitored?: true }): string;
  severity(severity: AlertSeverity): string;
  impact(impact: Impact): string;
  /** Returns the current impact, when it is no longer the worst. */
  presentImpact(impact: Impact): string;
  /** Returns the worst and the current impact. */
  impacts(worst: Impact, now: Impact): string;
  /** Returns "name: state". */
  pair(name: string, state: string): string;
  number(value: number): string;
  /** Returns "a, b and c". */
  list(names: readonly string[]): string;
  /** Returns "a, b, c", for a list that continues. */
  names(names: readonly string[]): string;
  span(length: number): string;
  moment(at: number): string;
  /** Returns the reason of a failure. */
  why(message: Refusal): string;
  window(from: number, to: number): string;
  common(key: CommonTextKey): string;
  /** Returns an update's text, looked up by its key when no person wrote it. */
  said(text: string, key: string | null): string;
  /** Returns a title, looked up by its key when no person wrote it. */
  titleOf(title: string, said: AutomaticTitle | null): string;
}
