import {
  alertSignal,
  firstText,
  isRecord,
  labelsOf,
  linkOf,
  type Reading,
  type Severity,
  textOf,
} from "~/rules/alerts/signal";
import { defineSource, type Message, type Sample } from "../contract";
import { withoutProof } from "../credentials";
import {
  compositeKey,
  type Fields,
  idOf,
  listOf,
  oneSignal,
  recordOf,
  saidLabels,
  timeOf,
  unknownState,
  unreadable,
} from "../fields";

const levels: readonly Severity[] = ["critical", "error", "warning", "info", "info"];

const severityOf = (value: unknown): Severity | null => {
  const [, digit] = /^(?:sev)?([0-4])$/i.exec(idOf(value)) ?? [];
  return digit === undefined ? null : (levels[Number(digit)] ?? null);
};

/** `Percentage CPU GreaterThan 25 (31.1)` of the first condition. */
function conditionText(condition: unknown): string {
  const one = recordOf(listOf(recordOf(condition).allOf)[0] ?? condition);
  const words = [firstText(one.metricName, one.searchQuery), one.operator, one.threshold].map(idOf);
  const value = idOf(one.metricValue);
  return [...words, value && `(${value})`].filter(Boolean).join(" ");
}

const portalLink = (alertId: string) =>
  alertId.startsWith("/")
    ? linkOf(
        `https://portal.azure.com/#view/Microsoft_Azure_Monitoring_Alerts/AlertDetails.ReactView/alertId~/${encodeURIComponent(alertId)}`,
      )
    : null;

const lastPart = (path: string) => path.split("/").filter(Boolean).at(-1) ?? "";

function readCommon(data: Fields, essentials: Fields): Reading {
  const condition = textOf(essentials.monitorCondition).toLowerCase();
  const isResolved = condition === "resolved";
  const alertId = textOf(essentials.alertId);
  const [fired, resolved] = [timeOf(essentials.firedDateTime), timeOf(essentials.resolvedDateTime)];
  const context = recordOf(data.alertContext);
  const signal = alertSignal({
    key: lastPart(alertId),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(essentials.severity),
    title: firstText(essentials.alertRule, context.title, lastPart(alertId)),
    body: firstText(essentials.description, conditionText(context.condition)),
    link: portalLink(alertId),
    labels: {
      ...labelsOf(context.properties),
      ...labelsOf(data.customProperties),
      ...saidLabels({
        alertTargetIDs: essentials.alertTargetIDs,
        configurationItems: essentials.configurationItems,
        signalType: essentials.signalType,
        monitoringService: essentials.monitoringService,
      }),
    },
    startedAt: fired,
    endedAt: isResolved ? resolved : null,
    eventAt: isResolved ? resolved : fired,
    groupKey: textOf(essentials.originAlertId),
    flags: unknownState(isResolved || condition === "fired", condition),
  });
  return oneSignal(signal);
}

/** The two shapes before the common schema: a status, and the context of one rule and one resource. */
function readOlder(data: Fields, context: Fields): Reading {
  const status = textOf(data.status).toLowerCase();
  const isResolved = status === "deactivated" || status === "resolved";
  const at = timeOf(context.timestamp);
  const signal = alertSignal({
    key: compositeKey(idOf(context.id), idOf(context.resourceId)),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(context.severity),
    title: firstText(context.name, context.resourceName),
    body: firstText(context.description, conditionText(context.condition)),
    link: linkOf(context.portalLink),
    labels: {
      ...labelsOf(data.properties),
      ...saidLabels({ resourceName: context.resourceName, resourceGroupName: context.resourceGroupName }),
    },
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: unknownState(isResolved || status === "activated" || status === "fired", status),
  });
  return oneSignal(signal);
}

function read({ payload }: Message): Reading {
  const body = recordOf(payload);
  const data = isRecord(body.data) ? body.data : body;
  if (isRecord(data.essentials)) return readCommon(data, data.essentials);
  if (isRecord(data.context)) return readOlder(data, data.context);
  return unreadable("there is neither an alert of the common schema nor one of an older schema");
}

function sample(now: number): Sample {
  const [key, title, body] = ["aaaa0a0a-bb1b-cc2c-dd3d-eeeeee4e4e4e", "This is a test of Upfront", "Nothing is wrong."];
  const alertId = `/subscriptions/test/providers/Microsoft.AlertsManagement/alerts/${key}`;
  const essentials = { alertId, alertRule: title, severity: "Sev2", monitorCondition: "Fired", description: body };
  const said = { key, status: "firing", severity: "warning", title, body, link: portalLink(alertId) } as const;
  return {
    payload: {
      schemaId: "azureMonitorCommonAlertSchema",
      data: { essentials: { ...essentials, firedDateTime: new Date(now).toISOString() }, alertContext: null },
    },
    signals: [alertSignal({ ...said, startedAt: now, eventAt: now })],
  };
}

/** Azure Monitor's action groups: the common alert schema, and the metric alerts before it. */
export const azureMonitor = defineSource({
  kind: "azure-monitor",
  title: "Azure Monitor",
  order: "event_time",
  ...withoutProof,
  read,
  sample,
});
