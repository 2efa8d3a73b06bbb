import { type AlertSignal, alertSignal, firstText, labelsOf, partialFlag, textOf } from "~/alerts/rules/signal";
import { fail, ok, type Result } from "~/failures/failure";
import { type DeliveryOutcome, defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withoutProof } from "../contract/credentials";
import { decodeJson, type RawRequest } from "../contract/decode";
import {
  compositeKey,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  priorityOf,
  recordOf,
  saidLabels,
  tagLabels,
  textsOf,
  unreadable,
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
  return textOf(alias).trim() || fnv64(JSON.stringify([message, entity, source, description]));
}

function decode(raw: RawRequest): Result<OpsgenieRequest> {
  const decoded = raw.rawBody.length === 0 ? ok({}) : decodeJson(raw);
  if (!decoded.ok) return decoded;
  const verb = verbOf(raw);
  const body = recordOf(decoded.value);
  if (verb !== "create") return ok({ verb, alias: aliasOf(raw), body });
  if (firstText(body.message) !== "") return ok({ verb, alias: aliasOfNew(body), body });
  return fail({ name: "malformed", code: "invalid_alert", detail: "Message can not be empty." });
}

/** Returns the severity; an alert without a priority has P3. */
const severityOf = (body: PayloadFields) => priorityOf(body.priority) ?? "warning";

const created = ({ alias, body }: OpsgenieRequest): AlertSignal =>
  alertSignal({
    key: compositeKey(alias),
    status: "firing",
    severity: severityOf(body),
    title: textOf(body.message),
    body: textOf(body.description),
    labels: {
      ...tagLabels(textsOf(body.tags)),
      ...labelsOf(body.details),
      ...saidLabels({ entity: body.entity, source: body.source }),
    },
  });

/** Updates an existing alert: missing fields stay, and a closed alert stays closed. */
const noted = (alias: string, words: Partial<AlertSignal> = {}): AlertSignal =>
  alertSignal({
    key: compositeKey(alias),
    status: "firing",
    title: "",
    reopens: false,
    flags: [partialFlag],
    ...words,
  });

const resolved = (alias: string): AlertSignal =>
  alertSignal({ key: compositeKey(alias), status: "resolved", title: "" });

/** Signals by verb; every other verb (a note, a tag, an assignment) changes nothing that an alert has here. */
const signals: Readonly<Record<string, (asked: OpsgenieRequest) => AlertSignal>> = {
  create: created,
  close: ({ alias }) => resolved(alias),
  delete: ({ alias }) => resolved(alias),
  message: ({ alias, body }) => noted(alias, { title: textOf(body.message) }),
  description: ({ alias, body }) => noted(alias, { body: textOf(body.description) }),
  priority: ({ alias, body }) => noted(alias, { severity: priorityOf(body.priority) }),
};

function read({ payload }: SourceMessage) {
  const { verb, alias, body } = recordOf(payload);
  if (typeof verb !== "string" || typeof alias !== "string") return unreadable("it is no request of the API");
  if (alias === "") return notAnAlert("it names an alert that does not exist");
  const asked = { verb, alias, body: recordOf(body) };
  const signalOf = Object.hasOwn(signals, verb) ? signals[verb] : undefined;
  return oneSignal(signalOf ? signalOf(asked) : noted(alias));
}

const answer = ({ accepted }: DeliveryOutcome) => ({
  status: 202,
  body: { result: "Request will be processed", took: 0, requestId: accepted?.id ?? "" },
});

function sample(): SourceSample {
  const [alias, message] = ["upfront-test", "This is a test of Upfront"];
  const labels = { test: "", source: "upfront" };
  const signal = alertSignal({ key: alias, status: "firing", severity: "warning", title: message, labels });
  return { payload: { message, alias, tags: ["test"], source: "upfront", priority: "P3" }, signals: [signal] };
}

/**
 * Senders that speak Opsgenie's Alert API, version 2: they need our base URL and the source's token as their API key.
 * Requests and answers: https://docs.opsgenie.com/docs/alert-api
 */
export const opsgenieAlerts = defineSource({
  kind: "opsgenie-alerts",
  title: "Opsgenie Alert API",
  methods: ["POST", "PUT", "PATCH", "DELETE"],
  order: "event_time",
  limitStatus: 429,
  ...withoutProof,
  contentTypes: ["application/json", "text/plain", ""],
  decode,
  read,
  answer,
  sample,
});
