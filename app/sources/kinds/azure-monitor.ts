import {
  alertSignal,
  firstText,
  isRecord,
  labelsOf,
  linkOf,
  type Reading,
  type Severity,
  textOf,
} from "~/alerts/rules/signal";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withoutProof } from "../contract/credentials";
import {
  compositeKey,
  idOf,
  listOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  recordOf,
  saidLabels,
  timeOf,
  unknownShape,
  unknownState,
} from "../contract/fields";

const levels: readonly Severity[] = ["critical", "error", "warning", "info", "info"];

const severityOf = (value: unknown): Severity | null => {
  const [, digit] = /^(?:sev)?([0-4])$/i.exec(idOf(value)) ?? [];
  return digit === undefined ? null : (levels[Number(digit)] ?? null);
};

/** Returns `Percentage CPU GreaterThan 25 (31.1)` from the first condition. */
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

/** Returns true when a health event says that it is over: it is always sent as fired, each time with another id. */
const isOver = (properties: PayloadFields, status?: unknown): boolean =>
  /^available$/i.test(idOf(properties.currentHealthStatus)) ||
  [properties.stage, properties.status, status].some((each) => /^(resolved|complete|rca|canceled)$/i.test(idOf(each)));

/** Returns the key that all updates of one health event share: Azure's own event, or the affected resource. */
function healthKey(properties: PayloadFields, service: string, resource: unknown): string {
  const kind = service.replaceAll(" ", "").toLowerCase();
  if (kind === "servicehealth") return idOf(properties.trackingId);
  return kind === "resourcehealth" ? idOf(resource).toLowerCase() : "";
}

/** Returns the reason why a health event is not an alert: scheduled maintenance, or a resource of unknown health. */
function quietHealth(properties: PayloadFields): string {
  if (idOf(properties.incidentType).toLowerCase() === "maintenance") return "a planned maintenance";
  return idOf(properties.currentHealthStatus).toLowerCase() === "unknown" ? "health unknown" : "";
}

/** Returns the dimensions of a metric's condition, which name its subject. */
function dimensionsOf(condition: unknown): Record<string, string> {
  const each = listOf(recordOf(listOf(recordOf(condition).allOf)[0]).dimensions).map(recordOf);
  return saidLabels(Object.fromEntries(each.map(({ name, value }) => [idOf(name), value])));
}

function readCommon(data: PayloadFields, essentials: PayloadFields): Reading {
  const condition = textOf(essentials.monitorCondition).toLowerCase();
  const alertId = textOf(essentials.alertId);
  const [fired, resolved] = [timeOf(essentials.firedDateTime), timeOf(essentials.resolvedDateTime)];
  const context = recordOf(data.alertContext);
  const properties = recordOf(context.properties);
  const health = healthKey(properties, textOf(essentials.monitoringService), listOf(essentials.alertTargetIDs)[0]);
  const isResolved = condition === "resolved" || (health !== "" && isOver(properties, context.status));
  const quiet = quietHealth(properties);
  if (quiet) return notAnAlert(quiet);
  if (health === "" && lastPart(alertId) === "") return unknownShape(data, "the alert has no id");
  const signal = alertSignal({
    key: compositeKey(health || lastPart(alertId)),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(essentials.severity),
    title: firstText(essentials.alertRule, context.title, properties.title, lastPart(alertId)),
    body: firstText(
      essentials.description,
      recordOf(context.annotations).description,
      properties.title,
      conditionText(context.condition),
    ),
    link: portalLink(alertId),
    labels: {
      ...labelsOf(context.labels),
      ...dimensionsOf(context.condition),
      ...labelsOf(context.properties),
      ...labelsOf(data.customProperties),
      ...saidLabels({
        alertTargetIDs: essentials.alertTargetIDs,
        configurationItems: essentials.configurationItems,
        signalType: essentials.signalType,
        monitoringService: essentials.monitoringService,
      }),
    },
    startedAt: isResolved && health !== "" ? null : fired,
    endedAt: isResolved ? (resolved ?? (health === "" ? null : fired)) : null,
    eventAt: isResolved ? (resolved ?? fired) : fired,
    groupKey: textOf(essentials.originAlertId),
    flags: unknownState(isResolved || condition === "fired", condition),
  });
  return oneSignal(signal);
}

/** Reads the two shapes before the common schema: a status, and the context of one rule and one resource. */
function readOlder(data: PayloadFields, context: PayloadFields): Reading {
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

const activityLevels: Record<string, Severity> = { critical: "critical", error: "error", warning: "warning" };

/** Reads an entry of the activity log, including service health, from before the common schema. */
function readActivity(log: PayloadFields, data: PayloadFields): Reading {
  const properties = recordOf(log.properties);
  const health = healthKey(properties, firstText(log.eventSource, log.channels), log.resourceId);
  const isResolved = health !== "" && isOver(properties, log.status);
  const at = timeOf(log.eventTimestamp) ?? timeOf(log.submissionTimestamp);
  const quiet = quietHealth(properties);
  if (quiet) return notAnAlert(quiet);
  const key =
    compositeKey(health) || compositeKey(firstText(log.correlationId, log.eventDataId), textOf(log.operationName));
  if (key === "") return unknownShape(data, "an activity without an id");
  const signal = alertSignal({
    key,
    status: isResolved ? "resolved" : "firing",
    severity: activityLevels[textOf(log.level).toLowerCase()] ?? null,
    title: firstText(properties.title, log.operationName, log.description),
    body: firstText(properties.communication, log.description),
    labels: saidLabels({
      eventSource: log.eventSource ?? log.channels,
      resourceId: log.resourceId,
      service: properties.service,
      region: properties.region,
    }),
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
  });
  return oneSignal(signal);
}

/** Reads a log search from before the common schema: it fires and never resolves. */
function readSearch(data: PayloadFields): Reading {
  const at = timeOf(data.SearchIntervalEndtimeUtc) ?? timeOf(data.SearchIntervalEndTimeUtc);
  const signal = alertSignal({
    key: compositeKey(idOf(data.AlertRuleName), idOf(data.ResourceId) || idOf(data.WorkspaceId)),
    status: "firing",
    severity: severityOf(data.Severity),
    title: idOf(data.AlertRuleName),
    body: firstText(data.Description, data.SearchQuery),
    link: linkOf(data.LinkToFilteredSearchResultsUI) ?? linkOf(data.LinkToSearchResults),
    startedAt: at,
    eventAt: at,
  });
  return oneSignal(signal);
}

function read({ payload }: SourceMessage): Reading {
  const body = recordOf(payload);
  const data = isRecord(body.data) ? body.data : body;
  if (isRecord(data.essentials)) return readCommon(data, data.essentials);
  const context = recordOf(data.context);
  if (isRecord(context.activityLog)) return readActivity(context.activityLog, data);
  if (isRecord(data.context) && idOf(context.id) !== "") return readOlder(data, context);
  if (idOf(data.AlertRuleName) !== "") return readSearch(data);
  const schema = idOf(body.schemaId) || "no alert of a known schema";
  return unknownShape(payload, schema);
}

function sample(now: number): SourceSample {
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
