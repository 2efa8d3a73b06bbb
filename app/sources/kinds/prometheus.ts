import { type AlertSignal, alertSignal, instantOf, type Reading, type SkippedPart } from "~/alerts/rules/signal";
import { minuteMs } from "~/time/durations";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withoutProof } from "../contract/credentials";
import { recordOf, unreadable } from "../contract/fields";
import { fingerprintOf } from "../contract/fingerprint";
import { prometheusAlert } from "../contract/prometheus-alert";

/**
 * Returns true when an alert is over. A firing alert carries the time at which it expires unless it is repeated; once
 * that time has passed, it has recovered.
 */
function isOver(given: unknown, now: number): boolean {
  const endsAt = instantOf(recordOf(given).endsAt);
  return endsAt !== null && endsAt <= now;
}

function read({ payload, now }: SourceMessage): Reading {
  if (!Array.isArray(payload)) return unreadable("it is no list of alerts");
  const parts = payload.map((each) => prometheusAlert(each, { isResolved: isOver(each, now) }));
  return {
    signals: parts.filter((each): each is AlertSignal => "kind" in each),
    skipped: parts.filter((each): each is SkippedPart => !("kind" in each)),
  };
}

function sample(now: number): SourceSample {
  const labels = { alertname: "UpfrontTest", severity: "warning" };
  const summary = "This is a test of Upfront";
  const times = { startsAt: new Date(now).toISOString(), endsAt: new Date(now + 240_000).toISOString() };
  const said = { key: fingerprintOf(labels), status: "firing", severity: "warning", title: summary } as const;
  return {
    payload: [{ labels, annotations: { summary }, ...times }],
    signals: [alertSignal({ ...said, labels, startedAt: now })],
  };
}

/** Prometheus itself, without an Alertmanager: the part of version 2 of Alertmanager's API that Prometheus uses. */
export const prometheus = defineSource({
  kind: "prometheus",
  title: "Prometheus",
  order: "arrival",
  lists: () => true,
  repeatsWithin: 10 * minuteMs,
  ...withoutProof,
  read,
  answer: () => ({ status: 200 }),
  sample,
});
