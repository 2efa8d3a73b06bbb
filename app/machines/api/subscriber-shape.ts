import { z } from "@hono/zod-openapi";
import type { SubscriberState } from "~/rules/telling/subscriber";
import type { SubscriberCount } from "~/usecases/subscribers/counts";
import type { SubscriberView } from "~/usecases/subscribers/view";
import { id, instant, toInstant, toInstantOrNull } from "./shapes";

/** A subscriber as Statuspage's v1 shows it; what only other kinds have is null. */
export const subscriber = z
  .object({
    id,
    page_id: id,
    mode: z.literal("email"),
    email: z.string().nullable().openapi({ description: "Masked for who is no admin; null once erased" }),
    state: z.enum(["active", "unconfirmed", "quarantined", "unsubscribed"]),
    components: z.array(id).openapi({
      description: "Components, and groups with whatever is in them; empty = the whole page, or one incident",
    }),
    incident_id: id.nullable(),
    endpoint: z.null(),
    phone_number: z.null(),
    phone_country: z.null(),
    display_phone_number: z.null(),
    obfuscated_channel_name: z.null(),
    workspace_name: z.null(),
    page_access_user_id: z.null(),
    skip_confirmation_notification: z.literal(false),
    language: z.string(),
    time_zone: z.string(),
    quarantined_at: instant.nullable(),
    purge_at: z.null(),
    created_at: instant,
  })
  .openapi("Subscriber");

/** Statuspage's words for the states, and ours. */
export const stateWords = { pending: "unconfirmed", active: "active", quarantined: "quarantined" } as const;
export const stateOf = { active: "active", unconfirmed: "pending", quarantined: "quarantined" } as const;
export type StateWord = keyof typeof stateOf;

export const showSubscriber = (pageId: string, row: SubscriberView): z.output<typeof subscriber> => ({
  id: row.id,
  page_id: pageId,
  mode: "email",
  email: row.address,
  state: row.state in stateWords ? stateWords[row.state as keyof typeof stateWords] : "unsubscribed",
  components: row.componentIds,
  incident_id: row.incidentId || null,
  endpoint: null,
  phone_number: null,
  phone_country: null,
  display_phone_number: null,
  obfuscated_channel_name: null,
  workspace_name: null,
  page_access_user_id: null,
  skip_confirmation_notification: false,
  language: row.language,
  time_zone: row.timeZone,
  quarantined_at: toInstantOrNull(row.quarantinedAt),
  purge_at: null,
  created_at: toInstant(row.createdAt),
});

const number = z.number().int();
const byState = z.object({ active: number, unconfirmed: number, quarantined: number, total: number });
type ByState = z.output<typeof byState>;

export const countByType = z
  .object({ email: number, sms: number, webhook: number, slack: number, integration_partner: number })
  .openapi("SubscriberCountByType");
export const histogram = z
  .object({ email: byState, sms: byState, webhook: byState, slack: byState, integration_partner: byState })
  .openapi("SubscriberCountByTypeAndState");

const sum = (counts: readonly SubscriberCount[], states: readonly SubscriberState[]) =>
  counts.filter(({ state }) => states.includes(state as SubscriberState)).reduce((all, { count }) => all + count, 0);

const stated = (counts: readonly SubscriberCount[]): ByState => ({
  active: sum(counts, ["active"]),
  unconfirmed: sum(counts, ["pending"]),
  quarantined: sum(counts, ["quarantined"]),
  total: sum(counts, ["active", "pending", "quarantined"]),
});

const nobody: ByState = { active: 0, unconfirmed: 0, quarantined: 0, total: 0 };
export const showHistogram = (counts: readonly SubscriberCount[]): z.output<typeof histogram> => ({
  email: stated(counts),
  sms: nobody,
  webhook: nobody,
  slack: nobody,
  integration_partner: nobody,
});

/** There are mail subscribers only; other kinds count none. */
export const showCount = (counts: readonly SubscriberCount[], states: readonly SubscriberState[], type = "email") => ({
  email: type === "email" ? sum(counts, states) : 0,
  sms: 0,
  webhook: 0,
  slack: 0,
  integration_partner: 0,
});
