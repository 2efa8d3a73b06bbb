import { expect, test } from "vitest";
import { comesTo, snsOf } from "../../../tests/support/ingest-shapes";

type Case = [kind: string, what: string, body: unknown, headers?: Record<string, string>];

/** Real deliveries of these senders that are not alerts, as their vendors document them. */
const noAlerts: Case[] = [
  [
    "aws-sns",
    "an event of S3",
    snsOf(
      { Records: [{ eventSource: "aws:s3", eventName: "ObjectCreated:Put" }] },
      { Subject: "Amazon S3 Notification" },
    ),
  ],
  ["aws-sns", "a bounce of SES", snsOf({ notificationType: "Bounce", bounce: {} })],
  ["aws-sns", "Auto Scaling", snsOf({ Service: "AWS Auto Scaling", Event: "autoscaling:TEST_NOTIFICATION" })],
  [
    "azure-monitor",
    "a budget",
    { schemaId: "AIP Budget Notification", data: { SubscriptionName: "s", BudgetName: "b", SpendingAmount: "100" } },
  ],
  [
    "azure-monitor",
    "scheduled maintenance",
    {
      schemaId: "azureMonitorCommonAlertSchema",
      data: {
        essentials: { alertId: "/a/1", monitorCondition: "Fired", monitoringService: "ServiceHealth" },
        alertContext: { properties: { trackingId: "T", incidentType: "Maintenance", stage: "Planned" } },
      },
    },
  ],
  [
    "datadog",
    "an event that mentions the webhook",
    {
      id: "1",
      title: "Deployed 1.2",
      body: "@webhook-upfront",
      event_type: "user_event",
      alert_type: "info",
      date: "1700000000000",
    },
  ],
  [
    "github",
    "a check run",
    { action: "completed", check_run: { id: 1, conclusion: "failure" }, repository: { full_name: "a/b" } },
    { "x-github-event": "check_run" },
  ],
  ["github", "a push", { ref: "refs/heads/main", repository: { full_name: "a/b" } }, { "x-github-event": "push" }],
  [
    "pagerduty",
    "a service",
    {
      event: {
        id: "1",
        event_type: "service.updated",
        resource_type: "service",
        occurred_at: "2026-11-20T09:00:00Z",
        data: { id: "P1", type: "service" },
      },
    },
  ],
  [
    "pagerduty",
    "a note",
    {
      event: {
        id: "1",
        event_type: "incident.annotated",
        resource_type: "incident",
        data: { type: "incident_note", incident: { id: "Q1" }, content: "hm" },
      },
    },
  ],
  [
    "pagerduty",
    "a test",
    { event: { id: "1", event_type: "pagey.ping", resource_type: "pagey", data: { message: "Hello", type: "ping" } } },
  ],
  ["pagerduty", "version 2", { messages: [{ event: "incident.trigger", incident: { id: "P" } }] }],
  [
    "sentry",
    "an installation",
    { action: "created", installation: { uuid: "u" }, data: { installation: { uuid: "u" } } },
    { "sentry-hook-resource": "installation" },
  ],
  [
    "sentry",
    "a comment",
    { action: "created", data: { comment: "hm", issue_id: 1 } },
    { "sentry-hook-resource": "comment" },
  ],
  [
    "sentry",
    "an error",
    { action: "created", data: { error: { event_id: "e", issue_id: "1" } } },
    { "sentry-hook-resource": "error" },
  ],
  ["opsgenie", "an incident", { action: "Create", incident: { id: "i", message: "m" } }],
  ["newrelic", "a body without an issue", { text: "Hello from a template" }],
  ["betterstack", "a monitor", { data: { id: "1", type: "monitor", attributes: { url: "https://a.example" } } }],
  ["checkly", "a body without a check", { event: "hello" }],
  ["healthchecks", "a check that is paused", { name: "n", code: "c", status: "paused" }],
  ["healthchecks", "a check within its grace", { name: "n", code: "c", status: "grace" }],
  ["pingdom", "a check that is paused", { check_id: 1, current_state: "PAUSED" }],
  ["statuscake", "a body without a status", { Name: "n", TestID: "1" }],
  ["uptimerobot", "a monitor that was paused", { monitorID: "1", alertType: "99" }],
  ["uptime-kuma", "its test", { heartbeat: null, monitor: null, msg: "My notification Testing" }],
  ["gcp-monitoring", "a body without an incident", { version: "1.2", message: "hello" }],
  ["gatus", "a body for a chat", { text: "An alert for web has been triggered" }],
  ["zabbix", "a body for a chat", { text: "Problem: disk" }],
  ["grafana", "a body of a template", { text: "Alert!" }],
  ["statuspage", "a page without news", { page: { id: "p", status_indicator: "none" }, meta: {} }],
  [
    "standard-webhooks",
    "an invoice with a status",
    { type: "invoice.updated", timestamp: "2026-11-20T09:00:00Z", data: { id: "i", status: "paid" } },
  ],
  [
    "cloudevents",
    "an order with a status",
    { specversion: "1.0", id: "1", source: "/s", type: "com.example.order.updated", data: { status: "shipped" } },
    { "content-type": "application/cloudevents+json" },
  ],
];

test.each(noAlerts)("%s: %s is taken, and is no alert", async (...given) => {
  expect(new Set(await comesTo(given[0], given[2], given[3]))).toEqual(new Set(["not_an_alert"]));
});
