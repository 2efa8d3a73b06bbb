import type { SubscriberMessage } from "./messages";

const instant = (at: number) => new Date(at).toISOString();

/** Status keys that Statuspage names differently. */
const steps: Record<string, string> = { reminder: "scheduled", cancelled: "completed" };

/**
 * Returns the body that Statuspage posts to a subscriber's webhook about an incident or a maintenance; unknown values
 * are null. https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/
 */
export function statuspageWebhookBody({ id, event, at, page, title, status, impact, ...rest }: SubscriberMessage) {
  const { text, components, window, link, manage, thread } = rest;
  const step = status ? (steps[status.key] ?? status.key) : "investigating";
  const incidentId = thread?.id ?? id;
  const when = { created_at: instant(at), updated_at: instant(at) };
  return {
    meta: { unsubscribe: manage.url, documentation: page.url, generated_at: instant(at) },
    page: {
      id: page.id,
      status_indicator: page.status?.indicator ?? null,
      status_description: page.status?.description ?? null,
    },
    incident: {
      id: incidentId,
      page_id: page.id,
      name: title,
      status: step,
      impact: impact?.key ?? "none",
      shortlink: link.url,
      ...when,
      monitoring_at: step === "monitoring" ? instant(at) : null,
      resolved_at: step === "resolved" || step === "completed" ? instant(at) : null,
      postmortem_body: event === "incident_postmortem" ? text : null,
      scheduled_for: window && instant(window.startsAt),
      scheduled_until: window && instant(window.endsAt),
      incident_updates: [{ id, incident_id: incidentId, status: step, body: text, display_at: instant(at), ...when }],
      components: components.map((each) => ({ id: each.id, name: each.name, status: each.status.key })),
    },
  };
}
