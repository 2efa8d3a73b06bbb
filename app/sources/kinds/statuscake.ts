import { alertSignal, firstText, isRecord, linkOf, type Reading, textOf } from "~/alerts/rules/signal";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withoutProof } from "../contract/credentials";
import { decodeAny, formTypes } from "../contract/decode";
import {
  compositeKey,
  idOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  saidLabels,
  tagLabels,
  textsOf,
  unknownShape,
  unknownState,
  unreadable,
} from "../contract/fields";

const bodyOf = (code: string, url: string): string => {
  if (code === "0") return [url, "timed out"].filter(Boolean).join(" ");
  return [url, code && `answered with status ${code}`].filter(Boolean).join(" ");
};

/** Returns fields under one name: forms use `StatusCode`, JSON `status_code`. */
const fieldsOf = (payload: PayloadFields): PayloadFields =>
  Object.fromEntries(Object.entries(payload).map(([name, value]) => [name.replaceAll("_", "").toLowerCase(), value]));

/**
 * Reads a delivery. Its token is the same for the whole account and sent in clear, so only the source's address
 * authenticates it.
 */
function read({ payload }: SourceMessage): Reading {
  if (!isRecord(payload)) return unreadable("it is not a form");
  const fields = fieldsOf(payload);
  const [name, url] = [fields.name ?? fields.testname, fields.url ?? fields.websiteurl];
  const state = textOf(fields.status).trim().toLowerCase();
  const key = idOf(fields.testid) || idOf(fields.id) || compositeKey(textOf(name), textOf(url));
  if (!key) return unknownShape(payload, "there is no test");
  if (state === "") return notAnAlert("it says no status");
  const signal = alertSignal({
    key,
    status: state === "up" ? "resolved" : "firing",
    title: firstText(name, url),
    body: bodyOf(idOf(fields.statuscode), textOf(url)),
    link: linkOf(url),
    labels: { ...tagLabels(textsOf(fields.tags)), ...saidLabels({ method: fields.method, ip: fields.ip }) },
    flags: unknownState(["up", "down"].includes(state), state),
  });
  return oneSignal(signal);
}

function sample(): SourceSample {
  const [title, link] = ["This is a test of Upfront", "https://www.example.com/"];
  const payload = { Name: title, URL: link, Status: "Down", StatusCode: "503" };
  const body = `${link} answered with status 503`;
  return { payload, signals: [alertSignal({ key: `${title}|${link}`, status: "firing", title, body, link })] };
}

/** StatusCake's webhook: a form, or all fields in the query. It has no times: arrival gives the order. */
export const statuscake = defineSource({
  kind: "statuscake",
  title: "StatusCake",
  methods: ["POST", "GET"],
  order: "event_time",
  ...withoutProof,
  contentTypes: [...formTypes, "application/json", ""],
  hiddenFields: ["Token"],
  decode: decodeAny,
  read,
  sample,
});
