import type { Failure } from "~/failures/failure";
import { failureHeaders, problemResponse } from "~/http/problem";
import { refusalTexts } from "~/i18n/refusal-text";
import type { Ctx } from "~/platform/ctx";
import type { SenderAlertView, SenderDeliveryView } from "../asked-by-sender";
import { alertNumberOf } from "../rules/alert-number";

/** Response in the form of Opsgenie's API (https://docs.opsgenie.com/docs/alert-api); `took` is always 0. */
type Body = Record<string, unknown>;

export const opsgenieResponse = (
  ctx: Ctx,
  status: number,
  body: Body,
  headers: Record<string, string> = {},
): Response => Response.json({ ...body, took: 0, requestId: ctx.requestId }, { status, headers });

const unprocessable = "Request body is not processable. Please check the errors.";

/** Returns a failure in the API's words; its clients try again on 429 and 5xx. */
export function opsgenieFailureResponse(failure: Failure, ctx: Ctx): Response {
  if (failure.name === "missing" || failure.name === "unauthenticated") {
    return opsgenieResponse(ctx, 401, { message: "Could not authenticate" });
  }
  if (failure.name === "limited") {
    return opsgenieResponse(ctx, 429, { message: "You are making too many requests!" }, failureHeaders(failure));
  }
  if (failure.name === "invalid")
    return opsgenieResponse(ctx, 422, { message: unprocessable, errors: refusalTexts(failure.fields, "en") });
  if (failure.name === "malformed" && failure.code === "invalid_alert") {
    return opsgenieResponse(ctx, 422, { message: unprocessable, errors: { message: failure.detail } });
  }
  if (failure.name === "malformed") return opsgenieResponse(ctx, 400, { message: failure.detail });
  return problemResponse(failure, ctx.requestId);
}

const priorities: Readonly<Record<string, string>> = { critical: "P1", error: "P2", warning: "P3", info: "P5" };

const iso = (at: number) => new Date(at).toISOString();

const tagsOf = (labels: Record<string, string>) =>
  Object.entries(labels).flatMap(([name, value]) => (value === "" ? [name] : []));

const detailsOf = ({ entity: _entity, source: _source, ...labels }: Record<string, string>) =>
  Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ""));

/** Returns an alert in the API's form; a label without a value was sent as a tag. */
export const opsgenieAlertBody = (alert: SenderAlertView): Body => ({
  id: alert.id,
  tinyId: alertNumberOf(alert.id),
  alias: alert.key,
  message: alert.title,
  status: alert.state === "firing" ? "open" : "closed",
  acknowledged: alert.acknowledgedAt !== null,
  isSeen: alert.acknowledgedAt !== null,
  tags: tagsOf(alert.labels),
  snoozed: false,
  count: alert.count,
  lastOccurredAt: iso(alert.startedAt),
  createdAt: iso(alert.firstSeenAt),
  updatedAt: iso(alert.lastSeenAt),
  source: alert.labels.source ?? "",
  owner: "",
  priority: priorities[alert.severity ?? ""] ?? "P3",
  entity: alert.labels.entity ?? "",
  description: alert.body,
  details: detailsOf(alert.labels),
});

/** Action and status that the API names, by the verb in a request's path. */
const actions: Readonly<Record<string, readonly [action: string, status: string]>> = {
  create: ["Create", "Created alert"],
  delete: ["Delete", "Deleted alert"],
  close: ["Close", "Closed alert"],
  acknowledge: ["Acknowledge", "Acknowledged alert"],
  notes: ["AddNote", "Added note"],
  message: ["UpdateMessage", "Updated message"],
  description: ["UpdateDescription", "Updated description"],
  priority: ["UpdatePriority", "Updated priority"],
};

function verbOf(headers: Record<string, string>): string {
  const [, identifier, verb] = /^\/v2\/alerts\/([^/]+)(?:\/([a-z]+))?/.exec(headers[":path"] ?? "") ?? [];
  if (identifier === undefined) return "create";
  return verb ?? "delete";
}

/** Returns the outcome of a request. It has failed when it named no alert, but not when it said nothing new. */
export function opsgenieRequestStatusBody({ receivedAt, headers, signals, alertIds }: SenderDeliveryView): Body {
  const verb = verbOf(headers);
  const [action, status] = Object.hasOwn(actions, verb) ? (actions[verb] ?? [verb, verb]) : [verb, "Processed"];
  const at = signals.findIndex(({ state }) => state !== "skipped");
  const success = at >= 0;
  return {
    success,
    action,
    processedAt: iso(receivedAt),
    integrationId: "",
    isSuccess: success,
    status: success ? status : "Alert does not exist",
    alertId: success ? alertIds[at] : "",
    alias: success ? signals[at]?.key : "",
  };
}
