import { alertSignal, firstText, isRecord, linkOf, type Reading, textOf } from "~/alerts/rules/signal";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withCredentials } from "../contract/credentials";
import {
  endOfSecond,
  idOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  recordOf,
  saidLabels,
  timeOf,
  unknownShape,
  unknownState,
} from "../contract/fields";

const firingWords = ["started", "acknowledged", "reopened", "unacknowledged", "escalated"];

/** Returns the state from the event's name, or else from the incident itself. */
function stateOf(event: string, attributes: PayloadFields): string {
  const word = event.replace(/^incident_/, "");
  if (word === "resolved" || firingWords.includes(word)) return word;
  const status = textOf(attributes.status).toLowerCase();
  if (textOf(attributes.resolved_at) !== "" || status === "resolved") return "resolved";
  return status || "started";
}

const monitorOf = (given: unknown) => idOf(recordOf(recordOf(recordOf(given).monitor).data).id);

/** Returns the event's time; null for a reopened incident, which keeps its start, so the arrival dates it. */
function eventTime(state: string, { started_at, acknowledged_at, resolved_at }: PayloadFields): number | null {
  if (state === "reopened") return null;
  if (state === "resolved") return endOfSecond(timeOf(resolved_at));
  return timeOf(acknowledged_at) ?? timeOf(started_at);
}

function read({ payload }: SourceMessage): Reading {
  const body = recordOf(payload);
  if (!isRecord(body.data)) return unknownShape(payload, "there is no data");
  const { id, type, attributes: given, relationships } = body.data;
  const [event, attributes] = [textOf(body.event).toLowerCase(), recordOf(given)];
  if (type !== undefined && type !== "incident") return notAnAlert(`type ${idOf(type).slice(0, 80)}`);
  if (event === "comment" || event.includes("comment")) return notAnAlert("a comment");
  const state = stateOf(event, attributes);
  const isResolved = state === "resolved";
  const signal = alertSignal({
    key: idOf(id),
    status: isResolved ? "resolved" : "firing",
    severity: attributes.critical_alert === true ? "critical" : null,
    title: firstText(attributes.name, attributes.cause),
    body: textOf(attributes.cause),
    link: linkOf(attributes.url),
    labels: saidLabels({
      team_name: attributes.team_name,
      regions: attributes.regions,
      monitor: monitorOf(relationships) || monitorOf(body.relationships),
    }),
    startedAt: timeOf(attributes.started_at),
    endedAt: isResolved ? timeOf(attributes.resolved_at) : null,
    eventAt: eventTime(state, attributes),
    flags: unknownState(isResolved || firingWords.includes(state), state),
  });
  return oneSignal(signal);
}

function sample(now: number): SourceSample {
  const [key, name, cause, url] = ["25", "This is a test of Upfront", "Nothing is wrong.", "https://www.example.com/"];
  const attributes = {
    name,
    cause,
    url,
    started_at: new Date(now).toISOString(),
    resolved_at: null,
    status: "Started",
  };
  const words = { title: name, body: cause, link: url, startedAt: now, eventAt: now };
  return {
    payload: { data: { id: key, type: "incident", attributes } },
    signals: [alertSignal({ key, status: "firing", ...words })],
  };
}

/** Better Stack's webhook of incidents. */
export const betterstack = defineSource({
  kind: "betterstack",
  title: "Better Stack",
  order: "event_time",
  ...withCredentials,
  read,
  sample,
});
