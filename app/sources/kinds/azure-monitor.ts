import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  labelsFromRecord,
  makeAlertSignal,
  parseHttpLink,
  type Severity,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { unverifiedSourceParts } from "../contract/credentials";
import {
  compositeAlertKey,
  listOrEmpty,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseSenderTime,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
} from "../contract/fields";

const levels: readonly Severity[] = ["critical", "error", "warning", "info", "info"];

const severityOf = (value: unknown): Severity | null => {
  const [, digit] = /^(?:sev)?([0-4])$/i.exec(payloadIdText(value)) ?? [];
  return digit === undefined ? null : (levels[Number(digit)] ?? null);
};

/** Returns `Percentage CPU GreaterThan 25 (31.1)` from the first condition. */
function conditionText(condition: unknown): string {
  const one = recordOrEmpty(listOrEmpty(recordOrEmpty(condition).allOf)[0] ?? condition);
  const words = [firstNonBlankText(one.metricName, one.searchQuery), one.operator, one.threshold].map(payloadIdText);
  const value = payloadIdText(one.metricValue);
  return [...words, value && `(${value})`].filter(Boolean).join(" ");
}

const portalLink = (alertId: string) =>
  alertId.startsWith("/")
    ? parseHttpLink(
        `https://portal.azure.com/#view/Microsoft_Azure_Monitoring_Alerts/AlertDetails.ReactView/alertId~/${encodeURIComponent(alertId)}`,
      )
    : null;

const lastPart = (path: string) => path.split("/").filter(Boolean).at(-1) ?? "";

/** Returns true when a health event says that it is over: it is always sent as fired, each time with another id. */
const isOver = (properties: PayloadFields, status?: unknown): boolean =>
  /^available$/i.test(payloadIdText(properties.currentHealthStatus)) ||
  [properties.stage, properties.status, status].some((each) =>
    /^(resolved|complete|rca|canceled)$/i.test(payloadIdText(each)),
  );

/** Returns the key that all updates of one health event share: Azure's own event, or the affected resource. */
function healthKey(properties: PayloadFields, service: string, resource: unknown): string {
  const kind = service.replaceAll(" ", "").toLowerCase();
  if (kind === "servicehealth") return payloadIdText(properties.trackingId);
  return kind === "resourcehealth" ? payloadIdText(resource).toLowerCase() : "";
}

/** Returns the reason why a health event is not an alert: scheduled maintenance, or a resource of unknown health. */
function quietHealth(properties: PayloadFields): string {
  if (payloadIdText(properties.incidentType).toLowerCase() === "maintenance") return "scheduled maintenance";
  return payloadIdText(properties.currentHealthStatus).toLowerCase() === "unknown" ? "health unknown" : "";
}

/** Returns the dimensions of a metric's condition, which name its subject. */
function dimensionsOf(condition: unknown): Record<string, string> {
  const each = listOrEmpty(recordOrEmpty(listOrEmpty(recordOrEmpty(condition).allOf)[0]).dimensions).map(recordOrEmpty);
  return nonEmptyLabels(Object.fromEntries(each.map(({ name, value }) => [payloadIdText(name), value])));
}

function readCommon(data: PayloadFields, essentials: PayloadFields): DeliveryReading {
  const condition = textOrEmpty(essentials.monitorCondition).toLowerCase();
  const alertId = textOrEmpty(essentials.alertId);
  const [fired, resolved] = [parseSenderTime(essentials.firedDateTime), parseSenderTime(essentials.resolvedDateTime)];
  const context = recordOrEmpty(data.alertContext);
  const properties = recordOrEmpty(context.properties);
  const health = healthKey(
    properties,
    textOrEmpty(essentials.monitoringService),
    listOrEmpty(essentials.alertTargetIDs)[0],
  );
  const isResolved = condition === "resolved" || (health !== "" && isOver(properties, context.status));
  const quiet = quietHealth(properties);
  if (quiet) return notAnAlertReading(quiet);
  if (health === "" && lastPart(alertId) === "") return unknownShapeReading(data, "the alert has no id");
  const signal = makeAlertSignal({
    key: compositeAlertKey(health || lastPart(alertId)),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(essentials.severity),
    title: firstNonBlankText(essentials.alertRule, context.title, properties.title, lastPart(alertId)),
    body: firstNonBlankText(
      essentials.description,
      recordOrEmpty(context.annotations).description,
      properties.title,
      conditionText(context.condition),
    ),
    link: portalLink(alertId),
    labels: {
      ...labelsFromRecord(context.labels),
      ...dimensionsOf(context.condition),
      ...labelsFromRecord(context.properties),
      ...labelsFromRecord(data.customProperties),
      ...nonEmptyLabels({
        alertTargetIDs: essentials.alertTargetIDs,
        configurationItems: essentials.configurationItems,
        signalType: essentials.signalType,
        monitoringService: essentials.monitoringService,
      }),
    },
    startedAt: isResolved && health !== "" ? null : fired,
    endedAt: isResolved ? (resolved ?? (health === "" ? null : fired)) : null,
    eventAt: isResolved ? (resolved ?? fired) : fired,
    groupKey: textOrEmpty(essentials.originAlertId),
    flags: unknownStateFlags(isResolved || condition === "fired", condition),
  });
  return singleSignalReading(signal);
}

/** Reads the two shapes before the common schema: a status, and the context of one rule and one resource. */
function readOlder(data: PayloadFields, context: PayloadFields): DeliveryReading {
  const status = textOrEmpty(data.status).toLowerCase();
  const isResolved = status === "deactivated" || status === "resolved";
  const at = parseSenderTime(context.timestamp);
  const signal = makeAlertSignal({
    key: compositeAlertKey(payloadIdText(context.id), payloadIdText(context.resourceId)),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(context.severity),
    title: firstNonBlankText(context.name, context.resourceName),
    body: firstNonBlankText(context.description, conditionText(context.condition)),
    link: parseHttpLink(context.portalLink),
    labels: {
      ...labelsFromRecord(data.properties),
      ...nonEmptyLabels({ resourceName: context.resourceName, resourceGroupName: context.resourceGroupName }),
    },
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: unknownStateFlags(isResolved || status === "activated" || status === "fired", status),
  });
  return singleSignalReading(signal);
}

const activityLevels: Record<string, Severity> = { critical: "critical", error: "error", warning: "warning" };

/** Reads an entry of the activity log, including service health, from before the common schema. */
function readActivity(log: PayloadFields, data: PayloadFields): DeliveryReading {
  const properties = recordOrEmpty(log.properties);
  const health = healthKey(properties, firstNonBlankText(log.eventSource, log.channels), log.resourceId);
  const isResolved = health !== "" && isOver(properties, log.status);
  const at = parseSenderTime(log.eventTimestamp) ?? parseSenderTime(log.submissionTimestamp);
  const quiet = quietHealth(properties);
  if (quiet) return notAnAlertReading(quiet);
  const key =
    compositeAlertKey(health) ||
    compositeAlertKey(firstNonBlankText(log.correlationId, log.eventDataId), textOrEmpty(log.operationName));
  if (key === "") return unknownShapeReading(data, "an activity without an id");
  const signal = makeAlertSignal({
    key,
    status: isResolved ? "resolved" : "firing",
    severity: activityLevels[textOrEmpty(log.level).toLowerCase()] ?? null,
    title: firstNonBlankText(properties.title, log.operationName, log.description),
    body: firstNonBlankText(properties.communication, log.description),
    labels: nonEmptyLabels({
      eventSource: log.eventSource ?? log.channels,
      resourceId: log.resourceId,
      service: properties.service,
      region: properties.region,
    }),
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
  });
  return singleSignalReading(signal);
}

/** Reads a log search from before the common schema: it fires and never resolves. */
function readSearch(data: PayloadFields): DeliveryReading {
  const at = parseSenderTime(data.SearchIntervalEndtimeUtc) ?? parseSenderTime(data.SearchIntervalEndTimeUtc);
  const signal = makeAlertSignal({
    key: compositeAlertKey(
      payloadIdText(data.AlertRuleName),
      payloadIdText(data.ResourceId) || payloadIdText(data.WorkspaceId),
    ),
    status: "firing",
    severity: severityOf(data.Severity),
    title: payloadIdText(data.AlertRuleName),
    body: firstNonBlankText(data.Description, data.SearchQuery),
    link: parseHttpLink(data.LinkToFilteredSearchResultsUI) ?? parseHttpLink(data.LinkToSearchResults),
    startedAt: at,
    eventAt: at,
  });
  return singleSignalReading(signal);
}

function read({ payload }: SourceMessage): DeliveryReading {
  const body = recordOrEmpty(payload);
  const data = isRecord(body.data) ? body.data : body;
  if (isRecord(data.essentials)) return readCommon(data, data.essentials);
  const context = recordOrEmpty(data.context);
  if (isRecord(context.activityLog)) return readActivity(context.activityLog, data);
  if (isRecord(data.context) && payloadIdText(context.id) !== "") return readOlder(data, context);
  if (payloadIdText(data.AlertRuleName) !== "") return readSearch(data);
  const schema = payloadIdText(body.schemaId) || "no known alert schema";
  return unknownShapeReading(payload, schema);
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
    signals: [makeAlertSignal({ ...said, startedAt: now, eventAt: now })],
  };
}

/** Azure Monitor's action groups: the common alert schema, and the metric alerts before it. */
export const azureMonitorSourceAdapter = defineSourceAdapter({
  kind: "azure-monitor",
  title: "Azure Monitor",
  order: "event_time",
  ...unverifiedSourceParts,
  read,
  sample,
});
