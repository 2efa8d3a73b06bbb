import {
  type AlertSignal,
  type DeliveryReading,
  makeAlertSignal,
  parseInstant,
  type SkippedBodyPart,
} from "~/alerts/rules/signal";
import { minuteMs } from "~/time/durations";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { unverifiedSourceParts } from "../contract/credentials";
import { recordOrEmpty, unreadableReading } from "../contract/fields";
import { alertmanagerFingerprint } from "../contract/fingerprint";
import { parsePrometheusAlert } from "../contract/prometheus-alert";

/**
 * Returns true when an alert is over. A firing alert carries the time at which it expires unless it is repeated; once
 * that time has passed, it has recovered.
 */
function isOver(given: unknown, now: number): boolean {
  const endsAt = parseInstant(recordOrEmpty(given).endsAt);
  return endsAt !== null && endsAt <= now;
}

function read({ payload, now }: SourceMessage): DeliveryReading {
  if (!Array.isArray(payload)) return unreadableReading("it is not a list of alerts");
  const parts = payload.map((each) => parsePrometheusAlert(each, { isResolved: isOver(each, now) }));
  return {
    signals: parts.filter((each): each is AlertSignal => "kind" in each),
    skipped: parts.filter((each): each is SkippedBodyPart => !("kind" in each)),
  };
}

function sample(now: number): SourceSample {
  const labels = { alertname: "UpfrontTest", severity: "warning" };
  const summary = "This is a test of Upfront";
  const times = { startsAt: new Date(now).toISOString(), endsAt: new Date(now + 240_000).toISOString() };
  const said = { key: alertmanagerFingerprint(labels), status: "firing", severity: "warning", title: summary } as const;
  return {
    payload: [{ labels, annotations: { summary }, ...times }],
    signals: [makeAlertSignal({ ...said, labels, startedAt: now })],
  };
}

/** Prometheus itself, without an Alertmanager: the part of version 2 of Alertmanager's API that Prometheus uses. */
export const prometheusSourceAdapter = defineSourceAdapter({
  kind: "prometheus",
  title: "Prometheus",
  order: "arrival",
  lists: () => true,
  repeatsWithin: 10 * minuteMs,
  ...unverifiedSourceParts,
  read,
  answer: () => ({ status: 200 }),
  sample,
});
