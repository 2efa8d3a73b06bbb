import type { DayLimits } from "~/deployment/usage/rules/usage";
import type { Refusal } from "~/failures/refusal";
import type { AlertSeverity } from "~/status/severity";
import type { Impact, Status } from "~/status/status";
import type { SaidTitle } from "~/text/said-title";

/** The catalogue's texts about news for the team. */
export type TeamKey =
  | "draft_title"
  | "draft_about"
  | "draft_bare"
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

/** Texts of mails that the team reads as well. */
export type CommonKey =
  | "mail.components"
  | "mail.see_incident"
  | "mail.see_maintenance"
  | "mail.reminder"
  | "work.window";

/** How the page's language says them; instants and lengths in ms. */
export interface TeamWords {
  t(key: TeamKey, values?: Record<string, string | number>): string;
  /** The word of an incident's status. */
  /** `announced`: of an announcement, which has words of its own. */
  incidentStatus(status: string, announced?: boolean): string;
  componentStatus(status: Status): string;
  /** How a component is, as visitors read it. */
  standing(component: { status: Status; unmonitored?: true }): string;
  severity(severity: AlertSeverity): string;
  impact(impact: Impact): string;
  /** Of one that is no longer at its worst. */
  presentImpact(impact: Impact): string;
  /** Both. */
  impacts(worst: Impact, now: Impact): string;
  /** "name: state" */
  pair(name: string, state: string): string;
  number(value: number): string;
  /** "a, b and c" */
  list(names: readonly string[]): string;
  /** "a, b, c", where more follow. */
  names(names: readonly string[]): string;
  span(length: number): string;
  moment(at: number): string;
  /** Why something failed. */
  why(message: Refusal): string;
  window(from: number, to: number): string;
  common(key: CommonKey): string;
  /** What an update says; by its key where no person wrote it. */
  said(text: string, key: string | null): string;
  /** A title; by its key where no person wrote it. */
  titleOf(title: string, said: SaidTitle | null): string;
}
