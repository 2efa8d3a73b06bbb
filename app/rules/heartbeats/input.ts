import { z } from "zod";
import { settableStatuses } from "../basics/status";
import { committed, idText, lineText, nameText, ofPage, oneOf, versioned } from "../fields/text";
import { zoneText } from "../pages/input";

const year = 365 * 24 * 3600;

/** A length between two pings, or of patience (60 s – 365 days). */
const length = z
  .number({ error: "Give a number." })
  .int("Whole seconds.")
  .min(60, "At least a minute.")
  .max(year, "At most 365 days.");

const wait = z
  .number({ error: "A number of seconds." })
  .int("Whole seconds.")
  .min(0, "Not less than 0.")
  .max(86_400, "At most 86400 seconds.");

/** As in a ping by key: capitals are none of its letters. */
const slugText = z
  .string()
  .trim()
  .regex(/^[a-z0-9_-]{0,100}$/, "At most 100 small letters, digits, hyphens and underscores.");

const expression = lineText
  .refine((text) => text !== "", "This cannot be empty.")
  .refine((text) => text.length <= 200, "At most 200 characters.");

const schedule = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("simple"), periodSeconds: length }),
    z.object({ kind: z.literal("cron"), expression, timeZone: zoneText }),
  ],
  { error: "Choose one of: simple, cron." },
);

const tagText = nameText.refine((tag) => tag.length <= 50, "At most 50 characters a tag.");
const tags = z
  .array(tagText)
  .max(20, "At most 20 tags.")
  .transform((given) => [...new Set(given)]);

/** All that stands on its form; its rule does too. */
const fields = {
  slug: slugText,
  schedule,
  graceSeconds: length,
  postOnly: z.boolean(),
  manualResume: z.boolean(),
  tags,
  /** component id → the status it takes while the heartbeat is down. */
  components: z.record(idText, oneOf(settableStatuses)),
  mode: oneOf(["none", "draft", "publish"]),
  hold: wait,
  resolveAfter: wait,
};

export const createHeartbeatInput = z.object({
  ...ofPage,
  ...committed,
  name: nameText,
  slug: fields.slug.default(""),
  schedule: fields.schedule.default({ kind: "simple", periodSeconds: 86_400 }),
  graceSeconds: fields.graceSeconds.default(3600),
  postOnly: fields.postOnly.default(false),
  manualResume: fields.manualResume.default(false),
  tags: fields.tags.default([]),
  components: fields.components.default({}),
  mode: fields.mode.default("draft"),
  hold: fields.hold.default(0),
  resolveAfter: fields.resolveAfter.default(0),
});
export type CreateHeartbeatInput = z.input<typeof createHeartbeatInput>;
export type NewHeartbeat = z.output<typeof createHeartbeatInput>;

const target = { ...ofPage, ...committed, ...versioned, id: idText };

export const heartbeatTarget = z.object(target);
export type HeartbeatTarget = z.input<typeof heartbeatTarget>;

export const updateHeartbeatInput = z
  .object({ ...target, name: nameText, ...fields })
  .partial()
  .required({
    pageId: true,
    id: true,
  });
export type UpdateHeartbeatInput = z.input<typeof updateHeartbeatInput>;

/** A ping's form `slug` as `create=1` may make one: never empty. */
export const pingedSlug = slugText.min(1, "This cannot be empty.");

export const pingKeyInput = z.object({ ...ofPage, ...committed, ...versioned });
export type PingKeyInput = z.input<typeof pingKeyInput>;
