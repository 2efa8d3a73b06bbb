import { expect, test } from "vitest";
import { comesTo, snsOf } from "../../../tests/support/ingest-shapes";

const resource = "/subscriptions/s/resourcegroups/r/providers/microsoft.compute/virtualmachines/v1";

/** Returns an update of a resource's health; each one comes as fired, with its own id. */
const resourceHealth = (id: string, operation: string, currentHealthStatus: string) => ({
  schemaId: "azureMonitorCommonAlertSchema",
  data: {
    essentials: {
      alertId: `/subscriptions/s/providers/Microsoft.AlertsManagement/alerts/${id}`,
      alertRule: "resource health",
      severity: "Sev4",
      signalType: "Activity Log",
      monitorCondition: "Fired",
      monitoringService: "Resource Health",
      alertTargetIDs: [resource],
      firedDateTime: "2026-11-20T09:00:00.1234567Z",
    },
    alertContext: {
      eventSource: "ResourceHealth",
      operationName: `Microsoft.Resourcehealth/healthevent/${operation}/action`,
      status: operation === "Activated" ? "Active" : operation,
      properties: { title: "Stopped", currentHealthStatus, previousHealthStatus: "Available", cause: "UserInitiated" },
    },
  },
});

const olderResourceHealth = (operation: string, currentHealthStatus: string) => ({
  schemaId: "Microsoft.Insights/activityLogs",
  data: {
    status: "Activated",
    context: {
      activityLog: {
        channels: "Admin, Operation",
        correlationId: `c-${operation}`,
        eventSource: "ResourceHealth",
        eventTimestamp: "2026-11-20T09:00:00.00Z",
        operationName: `Microsoft.Resourcehealth/healthevent/${operation}/action`,
        level: "Critical",
        resourceId: resource.toUpperCase(),
        status: operation,
        properties: { currentHealthStatus, title: "Stopped" },
      },
    },
  },
});

const managedAlerts = {
  receiver: "sns",
  status: "firing",
  alerts: [
    // Without a fingerprint its key is that of its labels, as Prometheus computes it.
    { status: "firing", labels: { alertname: "A", severity: "critical" }, startsAt: "2026-11-20 09:00:00 +0000 UTC" },
    { status: "resolved", labels: { alertname: "B" }, fingerprint: "b1" },
  ],
};

const grafanaAlert = (fingerprint: string, status: string) => ({
  status,
  fingerprint,
  labels: { alertname: "A" },
  startsAt: "2026-11-20T09:00:00Z",
  endsAt: status === "resolved" ? "2026-11-20T09:05:00Z" : "0001-01-01T00:00:00Z",
});

const pagerdutyEvent = (event_type: string, data: object) => ({
  event: { id: "01", event_type, resource_type: "incident", occurred_at: "2026-11-20T09:00:00.000Z", data },
});

/** Deliveries as their vendors document them, in addition to the samples. */
const documented: [string, string, unknown, Record<string, string>, string[]][] = [
  [
    "aws-sns",
    "Alertmanager's alerts as JSON, of Amazon's managed Prometheus",
    snsOf(managedAlerts),
    {},
    ["firing b807e636403824b5", "resolved b1"],
  ],
  [
    "aws-sns",
    "an Alertmanager's own text: it fires",
    snsOf("Alerts Firing: …", { Subject: "[FIRING:2] HighLoad eu (critical web-1)" }),
    {},
    ["firing arn:aws:sns:eu-west-1:1:t|HighLoad eu"],
  ],
  [
    "aws-sns",
    "an Alertmanager's own text: it is over",
    snsOf("Alerts Resolved: …", { Subject: "[RESOLVED] HighLoad eu (critical)" }),
    {},
    ["resolved arn:aws:sns:eu-west-1:1:t|HighLoad eu"],
  ],
  [
    "azure-monitor",
    "a resource is broken",
    resourceHealth("1", "Activated", "Unavailable"),
    {},
    [`firing ${resource}`],
  ],
  [
    "azure-monitor",
    "a resource is well again, under another id",
    resourceHealth("2", "Resolved", "Available"),
    {},
    [`resolved ${resource}`],
  ],
  [
    "azure-monitor",
    "nobody knows a resource's health",
    resourceHealth("3", "Updated", "Unknown"),
    {},
    ["not_an_alert"],
  ],
  [
    "azure-monitor",
    "a broken resource, before the common schema",
    olderResourceHealth("Activated", "Unavailable"),
    {},
    [`firing ${resource}`],
  ],
  [
    "azure-monitor",
    "a resource that is well again, before the common schema",
    olderResourceHealth("Resolved", "Available"),
    {},
    [`resolved ${resource}`],
  ],
  [
    "azure-monitor",
    "Prometheus, managed by Azure",
    {
      schemaId: "azureMonitorCommonAlertSchema",
      data: {
        essentials: {
          alertId: "/subscriptions/s/providers/Microsoft.AlertsManagement/alerts/p1",
          alertRule: "KubePodCrashLooping",
          severity: "Sev4",
          signalType: "Metric",
          monitorCondition: "Resolved",
          monitoringService: "Prometheus",
          resolvedDateTime: "2026-11-20T09:05:00Z",
        },
        alertContext: { labels: { alertname: "KubePodCrashLooping", pod: "web" }, annotations: { description: "d" } },
      },
    },
    {},
    ["resolved p1"],
  ],
  [
    "grafana",
    "a group that is over in part",
    { status: "firing", groupKey: "g", alerts: [grafanaAlert("a", "resolved"), grafanaAlert("b", "firing")] },
    {},
    ["resolved a", "firing b"],
  ],
  [
    "grafana",
    "a group that is over, of which some were cut",
    { status: "resolved", groupKey: "g", truncatedAlerts: 3, alerts: [grafanaAlert("a", "resolved")] },
    {},
    ["resolved a", "close_group"],
  ],
  [
    "pagerduty",
    "opened again",
    pagerdutyEvent("incident.reopened", { id: "Q", type: "incident", status: "triggered" }),
    {},
    ["firing Q"],
  ],
  [
    "pagerduty",
    "fields of an incident that is over",
    pagerdutyEvent("incident.custom_field_values.updated", { incident: { id: "Q" }, type: "incident_field_values" }),
    {},
    ["not_an_alert"],
  ],
  [
    "pagerduty",
    "a bridge",
    pagerdutyEvent("incident.conference_bridge.updated", { id: "Q", type: "incident_conference_bridge" }),
    {},
    ["not_an_alert"],
  ],
  [
    "sentry",
    "a metric alert that is critical",
    { action: "critical", data: { metric_alert: { id: "7", alert_rule: { name: "errors" } } } },
    { "sentry-hook-resource": "metric_alert", "sentry-hook-timestamp": "1700000000" },
    ["firing 7"],
  ],
  [
    "newrelic",
    "closed",
    { id: "n", state: "CLOSED", priority: "CRITICAL", closedAt: 1_700_000_000_000 },
    {},
    ["resolved n"],
  ],
  [
    "gcp-monitoring",
    "closed",
    {
      version: "1.2",
      incident: { incident_id: "0.g", state: "closed", started_at: 1_700_000_000, ended_at: 1_700_000_060 },
    },
    {},
    ["resolved 0.g"],
  ],
  [
    "zabbix",
    "a recovery by the event's value",
    {
      event_id: "12",
      value: "0",
      status: "RESOLVED",
      nseverity: "4",
      name: "Disk",
      recovery_time: "{EVENT.RECOVERY.TIME}",
    },
    {},
    ["resolved 12"],
  ],
  [
    "uptime-kuma",
    "a certificate",
    {
      heartbeat: null,
      monitor: null,
      msg: "[shop][https://a.example] server certificate a.example will expire in 7 days",
    },
    {},
    ["firing [shop][https://a.example] server certificate a.example will expire"],
  ],
  [
    "github",
    "a suite of checks, which its workflows tell of",
    {
      action: "completed",
      check_suite: { id: 1, conclusion: "failure", head_branch: "main" },
      repository: { full_name: "a/b" },
    },
    { "x-github-event": "check_suite" },
    ["not_an_alert"],
  ],
  [
    "statuspage",
    "a maintenance under way",
    { page: { id: "p" }, incident: { id: "m", status: "in_progress", impact: "maintenance", name: "Move" } },
    {},
    ["not_an_alert"],
  ],
  [
    "statuspage",
    "a component that is well again",
    {
      page: { id: "p" },
      component: { id: "c", name: "API", status: "operational" },
      component_update: { old_status: "major_outage", new_status: "operational", created_at: "2026-11-20T09:00:00Z" },
    },
    {},
    ["resolved p|c"],
  ],
];

test.each(documented)("%s: %s", async (kind, _, body, headers, expected) => {
  expect(await comesTo(kind, body, headers)).toEqual(expected);
});
