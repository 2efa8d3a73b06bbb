import { isAlarmEvent, subscriberNoticeKinds, teamNoticeKinds } from "~/notifications/rules/notice";
import { withdrawnNoticeKinds } from "~/notifications/rules/taken-back-notices";
import { hourMs, minuteMs } from "~/time/durations";
import type { SubscriberMessage, TeamMessage } from "./messages";

/** Time of the samples with which kinds of channels are tested, UTC ms. */
export const sampleNowMs = Date.UTC(2026, 10, 20, 12, 0, 0, 417);

const over = new Set<string>([
  ...withdrawnNoticeKinds,
  "incident_resolved",
  "postmortem_published",
  "alert_recovered",
  "maintenance_finished",
  "maintenance_called_off",
  "maintenance_completed",
  "maintenance_cancelled",
  "incident_postmortem",
]);

const alone = new Set([
  "test",
  "checks_stopped",
  "mail_failed",
  "limit_near",
  "repository_stopped",
  "missed_notifications",
  "proof",
  "proposed",
]);
const recurring = new Set(["alert_fired", "alert_recovered", "component_changed"]);

const threadOf = (event: string) =>
  alone.has(event)
    ? null
    : { id: "01thread", open: !over.has(event), ...(recurring.has(event) ? { recurs: true } : {}) };

export const sampleTeamMessage = (event: TeamMessage["event"]): TeamMessage => ({
  id: "notice1.channel1",
  event,
  at: sampleNowMs - minuteMs,
  page: { name: "Acme", url: "https://status.example.com" },
  title: "Orders are late",
  text: "High error rate on orders.\nWe are looking into it.",
  severity: "critical",
  impact: event.startsWith("incident") ? { key: "critical", text: "Critical impact" } : null,
  impactNow: event === "incident_updated" ? { key: "minor", text: "Minor impact" } : null,
  alarm: isAlarmEvent(event),
  link: { text: "Open the incident", url: "https://status.example.com/manage/acme/incidents/1" },
  facts: [
    { name: "Status", value: "Investigating" },
    { name: "Website", value: "Major outage" },
  ],
  thread: threadOf(event),
});

export const sampleSubscriberMessage = (event: SubscriberMessage["event"]): SubscriberMessage => ({
  id: "notice1.subscriber1",
  event,
  at: sampleNowMs - minuteMs,
  page: {
    id: "01page",
    name: "Acme",
    url: "https://status.example.com",
    status: event === "proof" ? null : { indicator: "minor", description: "Minor Service Outage" },
  },
  language: "en",
  title: "Orders are late",
  status: { key: "investigating", text: "Investigating" },
  impact: { key: "major", text: "Major impact" },
  impactNow: event === "incident_update" ? { key: "minor", text: "Minor impact" } : null,
  text: "High error rate on orders.\nWe are looking into it.",
  components: [{ id: "01website", name: "Website", status: { key: "major_outage", text: "Major outage" } }],
  window: event.startsWith("maintenance")
    ? { startsAt: sampleNowMs, endsAt: sampleNowMs + hourMs, text: "20 November 2026, 12:00–13:00 (UTC)" }
    : null,
  link: { text: "Open the incident", url: "https://status.example.com/incidents/1" },
  manage: { text: "Unsubscribe", url: "https://status.example.com/subscription/token" },
  thread: threadOf(event),
});

/** Samples in the order in which a subject goes through the events. */
export const teamMessageSamples: readonly TeamMessage[] = [
  ...["test" as const, ...teamNoticeKinds].map(sampleTeamMessage),
  {
    ...sampleTeamMessage("component_changed"),
    title: "Website: Operational",
    thread: { id: "01thread", open: false, recurs: true },
  },
];
export const subscriberMessageSamples: readonly SubscriberMessage[] = ["proof" as const, ...subscriberNoticeKinds].map(
  sampleSubscriberMessage,
);
