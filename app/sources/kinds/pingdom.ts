import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  type Severity,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { unverifiedSourceParts } from "../contract/credentials";
import {
  endOfSecond,
  nonEmptyLabels,
  notAnAlertReading,
  parseEpochTime,
  parseListOrSeparatedText,
  parseSenderTime,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownStateFlags,
  unreadableReading,
} from "../contract/fields";

const levels: Record<string, Severity> = { HIGH: "error", LOW: "warning" };
const recovered = ["UP", "SUCCESS"];
const broken = ["DOWN", "FAILING"];
const quiet = ["PAUSED", "UNKNOWN", "UNCONFIRMED_DOWN", "NOTAVAILABLE", ""];

function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  const state = textOrEmpty(payload.current_state).toUpperCase();
  if (payloadIdText(payload.check_id) === "") return notAnAlertReading("there is no check");
  if (quiet.includes(state)) return notAnAlertReading(`state ${state.toLowerCase()}`);
  const isUp = recovered.includes(state);
  const at = parseEpochTime(payload.state_changed_timestamp) ?? parseSenderTime(payload.state_changed_utc_time);
  const check = recordOrEmpty(payload.check_params);
  const signal = makeAlertSignal({
    key: payloadIdText(payload.check_id),
    status: isUp ? "resolved" : "firing",
    severity: levels[textOrEmpty(payload.importance_level).toUpperCase()] ?? null,
    title: firstNonBlankText(payload.check_name, check.hostname),
    body: firstNonBlankText(payload.long_description, payload.description, payload.custom_message),
    link: parseHttpLink(check.full_url),
    labels: {
      ...Object.fromEntries(parseListOrSeparatedText(payload.tags).map((tag) => [tag, ""])),
      ...nonEmptyLabels({ check_type: payload.check_type, hostname: check.hostname }),
    },
    startedAt: isUp ? null : at,
    endedAt: isUp ? at : null,
    eventAt: isUp ? endOfSecond(at) : at,
    flags: unknownStateFlags(isUp || broken.includes(state), state),
  });
  return singleSignalReading(signal);
}

function sample(now: number): SourceSample {
  const seconds = Math.floor(now / 1000);
  const payload = {
    check_id: 1,
    check_name: "This is a test of Upfront",
    current_state: "DOWN",
    importance_level: "LOW",
  };
  const times = { startedAt: seconds * 1000, eventAt: seconds * 1000 };
  const said = { key: "1", status: "firing", severity: "warning", title: payload.check_name } as const;
  return {
    payload: { ...payload, state_changed_timestamp: seconds },
    signals: [makeAlertSignal({ ...said, ...times })],
  };
}

/** Pingdom's webhook. */
export const pingdomSourceAdapter = defineSourceAdapter({
  kind: "pingdom",
  title: "Pingdom",
  order: "event_time",
  ...unverifiedSourceParts,
  read,
  sample,
});
