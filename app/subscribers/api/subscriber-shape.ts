import { z } from "@hono/zod-openapi";
import { idSchema, instantSchema, toIsoInstant, toIsoInstantOrNull } from "~/api/shapes";
import { parseSubscriberKind, subscriberKinds } from "~/notifications/rules/contact-ways";
import type { SubscriberCount } from "../counts";
import type { SubscriberState } from "../rules/subscriber";
import type { SubscriberView } from "../subscriber-view";

/** A subscriber in the format of Statuspage's v1; fields of other kinds are null. `mode` is its kind. */
export const subscriberSchema = z
  .object({
    id: idSchema,
    page_id: idSchema,
    mode: z.enum(subscriberKinds),
    email: z
      .string()
      .nullable()
      .openapi({ description: "Masked for who is no admin; null once erased, or of another mode" }),
    display_name: z.string().nullable().openapi({
      description: "Of other modes what tells them apart and opens nothing, such as hooks.slack.com/…abcd",
    }),
    state: z.enum(["active", "unconfirmed", "quarantined", "unsubscribed"]),
    components: z.array(idSchema).openapi({
      description: "Components, and groups with whatever is in them; empty = the whole page, or one incident",
    }),
    incident_id: idSchema.nullable(),
    endpoint: z.null().openapi({ description: "Who has it may post there: it is never shown" }),
    phone_number: z.null(),
    phone_country: z.null(),
    display_phone_number: z.string().nullable(),
    obfuscated_channel_name: z.string().nullable(),
    workspace_name: z.null(),
    page_access_user_id: z.null(),
    skip_confirmation_notification: z.literal(false),
    language: z.string(),
    time_zone: z.string(),
    imported_from: z
      .string()
      .nullable()
      .openapi({ description: "Product from which an import brought them with their consent; null = they came here" }),
    consented_at: instantSchema.nullable().openapi({ description: "Time of their consent there; null = not known" }),
    quarantined_at: instantSchema.nullable(),
    purge_at: z.null(),
    created_at: instantSchema,
  })
  .openapi("Subscriber");

/** Names of the states in Statuspage and in Upfront. */
export const subscriberApiStateNames = {
  pending: "unconfirmed",
  active: "active",
  quarantined: "quarantined",
} as const;
export const subscriberStateByApiName = {
  active: "active",
  unconfirmed: "pending",
  quarantined: "quarantined",
} as const;
export type SubscriberApiStateName = keyof typeof subscriberStateByApiName;

/** Returns the fields for the name of each mode; nothing that allows posting is returned. */
const namesOf = ({ kind, address }: SubscriberView) => ({
  mode: parseSubscriberKind(kind) ?? ("email" as const),
  email: kind === "email" ? address : null,
  display_name: kind === "email" ? null : address,
  display_phone_number: kind === "sms" ? address : null,
  obfuscated_channel_name: kind === "slack" ? address : null,
});

export const subscriberResponseOf = (pageId: string, row: SubscriberView): z.output<typeof subscriberSchema> => ({
  id: row.id,
  page_id: pageId,
  ...namesOf(row),
  state:
    row.state in subscriberApiStateNames
      ? subscriberApiStateNames[row.state as keyof typeof subscriberApiStateNames]
      : "unsubscribed",
  components: row.componentIds,
  incident_id: row.incidentId || null,
  endpoint: null,
  phone_number: null,
  phone_country: null,
  workspace_name: null,
  page_access_user_id: null,
  skip_confirmation_notification: false,
  language: row.language,
  time_zone: row.timeZone,
  imported_from: row.importedFrom,
  consented_at: toIsoInstantOrNull(row.consentedAt),
  quarantined_at: toIsoInstantOrNull(row.quarantinedAt),
  purge_at: null,
  created_at: toIsoInstant(row.createdAt),
});

const number = z.number().int();
const byState = z.object({ active: number, unconfirmed: number, quarantined: number, total: number });
type CountsByState = z.output<typeof byState>;

/** Statuspage also counts partners; Upfront has none. */
const countedKinds = [...subscriberKinds, "integration_partner"] as const;
export type CountedSubscriberKind = (typeof countedKinds)[number];
const forEachKind = <Value>(value: (kind: CountedSubscriberKind) => Value) =>
  Object.fromEntries(countedKinds.map((kind) => [kind, value(kind)])) as Record<CountedSubscriberKind, Value>;

export const subscriberTypeSchema = z.enum(countedKinds);
export const countByTypeSchema = z.object(forEachKind(() => number)).openapi("SubscriberCountByType");
export const countByTypeAndStateSchema = z.object(forEachKind(() => byState)).openapi("SubscriberCountByTypeAndState");

const sum = (counts: readonly SubscriberCount[], states: readonly SubscriberState[]) =>
  counts.filter(({ state }) => states.includes(state as SubscriberState)).reduce((all, { count }) => all + count, 0);

const stated = (counts: readonly SubscriberCount[]): CountsByState => ({
  active: sum(counts, ["active"]),
  unconfirmed: sum(counts, ["pending"]),
  quarantined: sum(counts, ["quarantined"]),
  total: sum(counts, ["active", "pending", "quarantined"]),
});

const ofKind = (counts: readonly SubscriberCount[], kind: CountedSubscriberKind) =>
  counts.filter((row) => row.kind === kind);

export const subscriberCountsByTypeAndState = (counts: readonly SubscriberCount[]) =>
  forEachKind((kind) => stated(ofKind(counts, kind)));

/** Returns the counts; with a type, all other kinds are 0. */
export const subscriberCountsByType = (
  counts: readonly SubscriberCount[],
  states: readonly SubscriberState[],
  type?: CountedSubscriberKind,
) => forEachKind((kind) => (type === undefined || type === kind ? sum(ofKind(counts, kind), states) : 0));
