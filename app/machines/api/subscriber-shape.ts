import { z } from "@hono/zod-openapi";
import type { SubscriberState } from "~/rules/telling/subscriber";
import { ways } from "~/rules/telling/ways";
import type { SubscriberCount } from "~/usecases/subscribers/counts";
import type { SubscriberView } from "~/usecases/subscribers/view";
import { id, instant, toInstant, toInstantOrNull } from "./shapes";

/** A subscriber as Statuspage's v1 shows it; what only other kinds have is null. */
export const subscriber = z
  .object({
    id,
    page_id: id,
    mode: z.enum(["email", ...ways]),
    email: z
      .string()
      .nullable()
      .openapi({ description: "Masked for who is no admin; null once erased, and of who is told elsewhere" }),
    state: z.enum(["active", "unconfirmed", "quarantined", "unsubscribed"]),
    components: z.array(id).openapi({
      description: "Components, and groups with whatever is in them; empty = the whole page, or one incident",
    }),
    incident_id: id.nullable(),
    endpoint: z.null(),
    phone_number: z.null(),
    phone_country: z.null(),
    display_phone_number: z.null(),
    obfuscated_channel_name: z
      .string()
      .nullable()
      .openapi({ description: "Of who is told elsewhere than by email, such as “Slack …3f2a”: it opens nothing" }),
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
  mode: ways.find((way) => way === row.kind) ?? "email",
  email: row.kind === "email" ? row.address : null,
  state: row.state in stateWords ? stateWords[row.state as keyof typeof stateWords] : "unsubscribed",
  components: row.componentIds,
  incident_id: row.incidentId || null,
  endpoint: null,
  phone_number: null,
  phone_country: null,
  display_phone_number: null,
  obfuscated_channel_name: row.kind === "email" ? null : row.address,
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

const named = ["email", "sms", "webhook", "slack"] as const;
const types = [...named, "integration_partner"] as const;
type Type = (typeof types)[number];

/** What Statuspage has no word for is counted with its partners. */
const typeOf = (kind: string): Type => named.find((each) => each === kind) ?? "integration_partner";

const byType = <T>(counts: readonly SubscriberCount[], count: (own: readonly SubscriberCount[], type: Type) => T) =>
  Object.fromEntries(
    types.map((type) => [
      type,
      count(
        counts.filter(({ kind }) => typeOf(kind) === type),
        type,
      ),
    ]),
  ) as Record<Type, T>;

export const showHistogram = (counts: readonly SubscriberCount[]): z.output<typeof histogram> => byType(counts, stated);

/** Of one type, or of all of them. */
export const showCount = (counts: readonly SubscriberCount[], states: readonly SubscriberState[], type?: string) =>
  byType(counts, (own, each) => (type === undefined || type === each ? sum(own, states) : 0));
