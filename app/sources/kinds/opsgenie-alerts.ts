import {
  type AlertSignal,
  firstNonBlankText,
  labelsFromRecord,
  makeAlertSignal,
  partialSignalFlag,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { fail, ok, type Result } from "~/failures/failure";
import { type DeliveryOutcome, defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { unverifiedSourceParts } from "../contract/credentials";
import { decodeJsonBody, type RawRequest } from "../contract/decode";
import {
  compositeAlertKey,
  labelsOfTags,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseListOrSeparatedText,
  recordOrEmpty,
  severityOfPriority,
  singleSignalReading,
  unreadableReading,
} from "../contract/fields";
import { fnv64 } from "../contract/fingerprint";

/** The requested action: the verb after an alert's identifier, `create` or `delete`. */
interface OpsgenieRequest {
  verb: string;
  /** The alert's alias; "" when an unknown id names the alert. */
  alias: string;
  body: PayloadFields;
}

const addressed = /^\/v2\/alerts\/([^/]+)(?:\/([a-z]+))?/;

function verbOf({ method, path }: RawRequest): string {
  const [, identifier, verb] = addressed.exec(path) ?? [];
  if (identifier === undefined) return "create";
  if (method === "DELETE") return verb === undefined ? "delete" : "remove";
  return verb ?? "";
}

function aliasOf({ path, query }: RawRequest): string {
  if (query.get("identifierType") !== "alias") return "";
  const [, identifier = ""] = addressed.exec(path) ?? [];
  try {
    return decodeURIComponent(identifier);
  } catch {
    return "";
  }
}

/** Returns an alert's alias, or one derived from its content, so that a repeated request is the same alert. */
function aliasOfNew({ alias, message, entity, source, description }: PayloadFields): string {
  return textOrEmpty(alias).trim() || fnv64(JSON.stringify([message, entity, source, description]));
}

function decode(raw: RawRequest): Result<OpsgenieRequest> {
  const decoded = raw.rawBody.length === 0 ? ok({}) : decodeJsonBody(raw);
  if (!decoded.ok) return decoded;
  const verb = verbOf(raw);
  const body = recordOrEmpty(decoded.value);
  if (verb !== "create") return ok({ verb, alias: aliasOf(raw), body });
  if (firstNonBlankText(body.message) !== "") return ok({ verb, alias: aliasOfNew(body), body });
  return fail({ name: "malformed", code: "invalid_alert", detail: "Message can not be empty." });
}

/** Returns the severity; an alert without a priority has P3. */
const severityOf = (body: PayloadFields) => severityOfPriority(body.priority) ?? "warning";

const created = ({ alias, body }: OpsgenieRequest): AlertSignal =>
  makeAlertSignal({
    key: compositeAlertKey(alias),
    status: "firing",
    severity: severityOf(body),
    title: textOrEmpty(body.message),
    body: textOrEmpty(body.description),
    labels: {
      ...labelsOfTags(parseListOrSeparatedText(body.tags)),
      ...labelsFromRecord(body.details),
      ...nonEmptyLabels({ entity: body.entity, source: body.source }),
    },
  });

/** Updates an existing alert: missing fields stay, and a closed alert stays closed. */
const noted = (alias: string, words: Partial<AlertSignal> = {}): AlertSignal =>
  makeAlertSignal({
    key: compositeAlertKey(alias),
    status: "firing",
    title: "",
    reopens: false,
    flags: [partialSignalFlag],
    ...words,
  });

const resolved = (alias: string): AlertSignal =>
  makeAlertSignal({ key: compositeAlertKey(alias), status: "resolved", title: "" });

/** Signals by verb; every other verb (a note, a tag, an assignment) changes nothing that an alert has here. */
const signals: Readonly<Record<string, (asked: OpsgenieRequest) => AlertSignal>> = {
  create: created,
  close: ({ alias }) => resolved(alias),
  delete: ({ alias }) => resolved(alias),
  message: ({ alias, body }) => noted(alias, { title: textOrEmpty(body.message) }),
  description: ({ alias, body }) => noted(alias, { body: textOrEmpty(body.description) }),
  priority: ({ alias, body }) => noted(alias, { severity: severityOfPriority(body.priority) }),
};

function read({ payload }: SourceMessage) {
  const { verb, alias, body } = recordOrEmpty(payload);
  if (typeof verb !== "string" || typeof alias !== "string")
    return unreadableReading("it is not a request of this API");
  if (alias === "") return notAnAlertReading("it names an alert that does not exist");
  const asked = { verb, alias, body: recordOrEmpty(body) };
  const signalOf = Object.hasOwn(signals, verb) ? signals[verb] : undefined;
  return singleSignalReading(signalOf ? signalOf(asked) : noted(alias));
}

const answer = ({ accepted }: DeliveryOutcome) => ({
  status: 202,
  body: { result: "Request will be processed", took: 0, requestId: accepted?.id ?? "" },
});

function sample(): SourceSample {
  const [alias, message] = ["upfront-test", "This is a test of Upfront"];
  const labels = { test: "", source: "upfront" };
  const signal = makeAlertSignal({ key: alias, status: "firing", severity: "warning", title: message, labels });
  return { payload: { message, alias, tags: ["test"], source: "upfront", priority: "P3" }, signals: [signal] };
}

/**
 * Senders that use Opsgenie's Alert API, version 2. They need our base URL, and the source's token as their API key.
 * Requests and responses: https://docs.opsgenie.com/docs/alert-api
 */
export const opsgenieAlertsSourceAdapter = defineSourceAdapter({
  kind: "opsgenie-alerts",
  title: "Opsgenie Alert API",
  methods: ["POST", "PUT", "PATCH", "DELETE"],
  order: "event_time",
  limitStatus: 429,
  ...unverifiedSourceParts,
  contentTypes: ["application/json", "text/plain", ""],
  decode,
  read,
  answer,
  sample,
});
