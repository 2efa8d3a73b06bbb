import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { unverifiedSourceParts } from "../contract/credentials";
import { decodeJsonFormOrQuery, formMediaTypes } from "../contract/decode";
import {
  compositeAlertKey,
  labelsOfTags,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseListOrSeparatedText,
  payloadIdText,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
  unreadableReading,
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
function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not a form");
  const fields = fieldsOf(payload);
  const [name, url] = [fields.name ?? fields.testname, fields.url ?? fields.websiteurl];
  const state = textOrEmpty(fields.status).trim().toLowerCase();
  const key =
    payloadIdText(fields.testid) || payloadIdText(fields.id) || compositeAlertKey(textOrEmpty(name), textOrEmpty(url));
  if (!key) return unknownShapeReading(payload, "there is no test");
  if (state === "") return notAnAlertReading("it has no status");
  const signal = makeAlertSignal({
    key,
    status: state === "up" ? "resolved" : "firing",
    title: firstNonBlankText(name, url),
    body: bodyOf(payloadIdText(fields.statuscode), textOrEmpty(url)),
    link: parseHttpLink(url),
    labels: {
      ...labelsOfTags(parseListOrSeparatedText(fields.tags)),
      ...nonEmptyLabels({ method: fields.method, ip: fields.ip }),
    },
    flags: unknownStateFlags(["up", "down"].includes(state), state),
  });
  return singleSignalReading(signal);
}

function sample(): SourceSample {
  const [title, link] = ["This is a test of Upfront", "https://www.example.com/"];
  const payload = { Name: title, URL: link, Status: "Down", StatusCode: "503" };
  const body = `${link} answered with status 503`;
  return { payload, signals: [makeAlertSignal({ key: `${title}|${link}`, status: "firing", title, body, link })] };
}

/** StatusCake's webhook: a form, or all fields in the query. It has no times: arrival gives the order. */
export const statuscakeSourceAdapter = defineSourceAdapter({
  kind: "statuscake",
  title: "StatusCake",
  methods: ["POST", "GET"],
  order: "event_time",
  ...unverifiedSourceParts,
  contentTypes: [...formMediaTypes, "application/json", ""],
  hiddenFields: ["Token"],
  decode: decodeJsonFormOrQuery,
  read,
  sample,
});
