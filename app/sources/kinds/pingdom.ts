import { alertSignal, firstText, isRecord, linkOf, type Reading, type Severity, textOf } from "~/alerts/rules/signal";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withoutProof } from "../contract/credentials";
import {
  endOfSecond,
  epochOf,
  idOf,
  notAnAlert,
  oneSignal,
  recordOf,
  saidLabels,
  textsOf,
  timeOf,
  unknownState,
  unreadable,
} from "../contract/fields";

const levels: Record<string, Severity> = { HIGH: "error", LOW: "warning" };
const recovered = ["UP", "SUCCESS"];
const broken = ["DOWN", "FAILING"];
const quiet = ["PAUSED", "UNKNOWN", "UNCONFIRMED_DOWN", "NOTAVAILABLE", ""];

function read({ payload }: SourceMessage): Reading {
  if (!isRecord(payload)) return unreadable("it is not an object");
  const state = textOf(payload.current_state).toUpperCase();
  if (idOf(payload.check_id) === "") return notAnAlert("there is no check");
  if (quiet.includes(state)) return notAnAlert(`state ${state.toLowerCase()}`);
  const isUp = recovered.includes(state);
  const at = epochOf(payload.state_changed_timestamp) ?? timeOf(payload.state_changed_utc_time);
  const check = recordOf(payload.check_params);
  const signal = alertSignal({
    key: idOf(payload.check_id),
    status: isUp ? "resolved" : "firing",
    severity: levels[textOf(payload.importance_level).toUpperCase()] ?? null,
    title: firstText(payload.check_name, check.hostname),
    body: firstText(payload.long_description, payload.description, payload.custom_message),
    link: linkOf(check.full_url),
    labels: {
      ...Object.fromEntries(textsOf(payload.tags).map((tag) => [tag, ""])),
      ...saidLabels({ check_type: payload.check_type, hostname: check.hostname }),
    },
    startedAt: isUp ? null : at,
    endedAt: isUp ? at : null,
    eventAt: isUp ? endOfSecond(at) : at,
    flags: unknownState(isUp || broken.includes(state), state),
  });
  return oneSignal(signal);
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
  return { payload: { ...payload, state_changed_timestamp: seconds }, signals: [alertSignal({ ...said, ...times })] };
}

/** Pingdom's webhook. */
export const pingdom = defineSource({
  kind: "pingdom",
  title: "Pingdom",
  order: "event_time",
  ...withoutProof,
  read,
  sample,
});
