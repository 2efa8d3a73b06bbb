import { expect, test } from "vitest";
import { comesTo, snsOf } from "../../../tests/support/ingest-shapes";

const cloud = (id: string, status: string) => ({
  specversion: "1.0",
  id,
  source: "/s",
  type: "com.example.alert",
  datacontenttype: "application/json",
  data_base64: btoa(JSON.stringify({ alert_id: id, status })),
});

const health = (stage: string) => ({
  schemaId: "azureMonitorCommonAlertSchema",
  data: {
    essentials: {
      alertId: `/subscriptions/s/providers/Microsoft.AlertsManagement/alerts/${stage}`,
      alertRule: "health",
      severity: "Sev4",
      monitorCondition: "Fired",
      monitoringService: "ServiceHealth",
      signalType: "Activity Log",
    },
    alertContext: { properties: { trackingId: "T1", stage, title: "Network" } },
  },
});

/** Other shapes of the same senders. */
const others: [string, string, unknown, Record<string, string>, string[]][] = [
  [
    "aws-sns",
    "CloudWatch by EventBridge",
    snsOf({
      "detail-type": "CloudWatch Alarm State Change",
      account: "1",
      region: "eu-west-1",
      time: "2026-11-20T09:00:00Z",
      resources: ["arn:a"],
      detail: { alarmName: "cpu", state: { value: "OK" } },
    }),
    {},
    ["resolved arn:a"],
  ],
  ["azure-monitor", "service health begins", health("Active"), {}, ["firing T1"]],
  ["azure-monitor", "service health is over", health("Resolved"), {}, ["resolved T1"]],
  [
    "azure-monitor",
    "an activity log of before",
    {
      schemaId: "Microsoft.Insights/activityLogs",
      data: {
        status: "Activated",
        context: {
          activityLog: {
            correlationId: "c1",
            operationName: "Microsoft.Compute/virtualMachines/delete",
            level: "Error",
            eventTimestamp: "2026-11-20T09:00:00Z",
          },
        },
      },
    },
    {},
    ["firing c1|Microsoft.Compute/virtualMachines/delete"],
  ],
  [
    "azure-monitor",
    "a log search of before",
    { schemaId: "Microsoft.Insights/LogAlert", data: { AlertRuleName: "errors", Severity: "1", SearchQuery: "q" } },
    {},
    ["firing errors"],
  ],
  [
    "grafana",
    "OnCall's own",
    {
      event: { type: "resolve", time: "2026-11-20T09:00:00Z" },
      alert_group: { id: "G1", state: "resolved", title: "t" },
    },
    {},
    ["resolved G1"],
  ],
  [
    "grafana",
    "formatted for OnCall",
    { alert_uid: "u1", title: "t", state: "alerting", message: "m" },
    {},
    ["firing u1"],
  ],
  [
    "datadog",
    "another priority",
    { alert_cycle_key: "k", alert_transition: "Warn", alert_priority: "P5", title: "[P5] [Warn] x" },
    {},
    ["firing k"],
  ],
  [
    "pingdom",
    "a transaction check",
    { check_id: 7, check_name: "shop", check_type: "TRANSACTION", current_state: "FAILING" },
    {},
    ["firing 7"],
  ],
  [
    "statuscake",
    "JSON",
    { test_id: "9", name: "n", website_url: "https://a.example", status: "Up", status_code: 200 },
    {},
    ["resolved 9"],
  ],
  [
    "uptimerobot",
    "newer JSON",
    {
      monitor: { id: 5, url: "https://a.example", friendlyName: "n" },
      alert: { type: "Down", dateTime: "2026-11-20T09:00:00Z" },
    },
    {},
    ["firing 5"],
  ],
  [
    "uptimerobot",
    "a domain that runs out",
    { monitorID: "5", alertType: "4", alertTypeFriendlyName: "Domain expiry" },
    {},
    ["firing 5:ssl"],
  ],
  [
    "uptime-kuma",
    "a push monitor",
    {
      heartbeat: { status: 0, time: "2026-11-20 09:00:00.000", msg: "No heartbeat in the time window" },
      monitor: { id: 3, name: "job", type: "push" },
      msg: "down",
    },
    {},
    ["firing 3"],
  ],
  ["gatus", "words of its own", { status: "operational", group: "g", name: "n" }, {}, ["resolved g|n"]],
  [
    "sentry",
    "an issue that is archived",
    { action: "archived", data: { issue: { id: "1", title: "t" } } },
    {},
    ["resolved 1"],
  ],
  [
    "betterstack",
    "an event that nobody knows, of what is over",
    {
      event: "incident_postmortem_added",
      data: { id: "1", type: "incident", attributes: { name: "n", resolved_at: "2026-11-20T09:00:00Z" } },
    },
    {},
    ["resolved 1"],
  ],
  [
    "cloudevents",
    "a batch in base64",
    [cloud("a", "firing"), cloud("b", "resolved")],
    { "content-type": "application/cloudevents-batch+json" },
    ["firing a", "resolved b"],
  ],
];

test.each(others)("%s: %s", async (kind, _, body, headers, expected) => {
  expect(await comesTo(kind, body, headers)).toEqual(expected);
});
