import {
  type AlertSignal,
  type DeliveryReading,
  isRecord,
  makeAlertSignal,
  type Signal,
  type SkippedBodyPart,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { type CredentialSettings, credentialSourceParts } from "../contract/credentials";
import { recordOrEmpty } from "../contract/fields";
import { alertmanagerFingerprint } from "../contract/fingerprint";
import { parsePrometheusAlert } from "../contract/prometheus-alert";

const statusFlags = (status: unknown) =>
  status === "firing" || status === "resolved" ? [] : [`status:${typeof status === "string" ? status : "none"}`];

/**
 * Reads one member of `alerts`. An unknown status counts as firing, because a wrongly open alert is corrected later.
 */
const readAlert = (given: unknown, groupKey: string, externalUrl: unknown): AlertSignal | SkippedBodyPart => {
  const { status } = recordOrEmpty(given);
  const isResolved = status === "resolved";
  return parsePrometheusAlert(given, { isResolved, groupKey, externalUrl, flags: statusFlags(status) });
};

/** Returns the group key. Version 3 sent it as an integer that JSON rounds: it is still equal within one group. */
const groupKeyOf = (value: unknown) => (typeof value === "number" ? String(value) : textOrEmpty(value));

/**
 * Closes a shortened group: `max_alerts` cut the list and the missing alerts are never named, so a resolved group ends
 * all that started before its last end.
 */
function closing(
  payload: Record<string, unknown>,
  groupKey: string,
  alerts: AlertSignal[],
  isShort: boolean,
): Signal[] {
  const isCut = isShort || (typeof payload.truncatedAlerts === "number" && payload.truncatedAlerts > 0);
  if (!isCut || payload.status !== "resolved" || groupKey === "") return [];
  if (isShort && alerts.some(({ status }) => status === "firing")) return [];
  const ends = alerts.flatMap((each) => each.endedAt ?? []);
  return ends.length > 0 ? [{ kind: "close_group", groupKey, endedAt: Math.max(...ends) }] : [];
}

function read({ payload, isShort = false }: SourceMessage): DeliveryReading {
  if (!isRecord(payload) || !Array.isArray(payload.alerts)) {
    return { signals: [], skipped: [{ code: "unreadable", reason: "there is no list of alerts" }] };
  }
  const groupKey = groupKeyOf(payload.groupKey);
  const parts = payload.alerts.map((each) => readAlert(each, groupKey, payload.externalURL));
  const alerts = parts.filter((each): each is AlertSignal => "kind" in each);
  const skipped = parts.filter((each): each is SkippedBodyPart => !("kind" in each));
  return {
    signals: [...alerts, ...closing(payload, groupKey, alerts, isShort)],
    skipped,
    ...(payload.status === "resolved" ? { groupResolved: true } : {}),
  };
}

const sampleLabels = { alertname: "UpfrontTest", instance: "test", severity: "warning" };

function sample(now: number): SourceSample {
  const startsAt = new Date(now).toISOString();
  const [link, groupKey] = ["https://prometheus.example.com/graph", '{}:{alertname="UpfrontTest"}'];
  const words = {
    summary: "This is a test of Upfront",
    description: "Nothing is wrong: someone pressed “Send a test”.",
  };
  const times = { startsAt, endsAt: "0001-01-01T00:00:00Z" };
  const alert = { status: "firing", labels: sampleLabels, annotations: words, ...times, generatorURL: link };
  const payload = {
    version: "4",
    groupKey,
    truncatedAlerts: 0,
    status: "firing",
    receiver: "upfront",
    alerts: [alert],
  };
  const texts = { title: words.summary, body: words.description, labels: sampleLabels, link };
  const said = { status: "firing", severity: "warning", groupKey, startedAt: now } as const;
  return { payload, signals: [makeAlertSignal({ ...said, ...texts, key: alertmanagerFingerprint(sampleLabels) })] };
}

/** Prometheus Alertmanager, webhook version 4 (and 3). Retries on 5xx only: older versions drop the message on 429. */
export const alertmanagerSourceAdapter = defineSourceAdapter<CredentialSettings>({
  kind: "alertmanager",
  title: "Prometheus Alertmanager",
  order: "arrival",
  lists: () => true,
  ...credentialSourceParts,
  read,
  sample,
});
