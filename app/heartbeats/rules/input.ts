import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeBounds, durationBound, wholeBounds } from "~/fields/field-bounds";
import { commitIdInput, idText, lineText, ofPage, versionInput } from "~/fields/text-inputs";
import { bulkIds } from "~/monitors/rules/input";
import { muteMinutes } from "~/mutes/rules/mute-input";
import { zoneText } from "~/pages/rules/input";
import { heartbeatFields, scheduleFields } from "./fields";

/** Slug with the same letters as in a ping by key: no capitals. */
const slugText = z
  .string()
  .trim()
  .regex(/^[a-z0-9_-]{0,100}$/, refusalFor("heartbeat.slug"));

const expression = lineText
  .refine((text) => text !== "", refusalFor("value.required"))
  .refine((text) => text.length <= 200, refusalFor("value.longest", { most: 200 }));

const schedule = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("simple"), periodSeconds: durationBound(scheduleFields["schedule.periodSeconds"]) }),
    z.object({ kind: z.literal("cron"), expression, timeZone: zoneText }),
    z.object({ kind: z.literal("calendar"), expression, timeZone: zoneText }),
  ],
  { error: refusalFor("value.one_of", { choices: ["simple", "cron", "calendar"] }) },
);

export const createHeartbeatInput = z.object({
  ...ofPage,
  ...commitIdInput,
  ...wholeBounds(heartbeatFields),
  slug: slugText.default(""),
  schedule: schedule.default({ kind: "simple", periodSeconds: 86_400 }),
});
export type CreateHeartbeatInput = z.input<typeof createHeartbeatInput>;
export type NewHeartbeat = z.output<typeof createHeartbeatInput>;

const target = { ...ofPage, ...commitIdInput, ...versionInput, id: idText };

export const heartbeatTarget = z.object(target);
export type HeartbeatTarget = z.input<typeof heartbeatTarget>;

export const updateHeartbeatInput = z.object({
  ...target,
  ...changeBounds(heartbeatFields),
  slug: slugText.optional(),
  schedule: schedule.optional(),
});
export type UpdateHeartbeatInput = z.input<typeof updateHeartbeatInput>;

const many = {
  ...ofPage,
  ...commitIdInput,
  ids: bulkIds(refusalFor("heartbeat.tick_one"), refusalFor("heartbeat.at_once")),
};

/** Fields of a bulk change. `value` is minutes; forms send a text, which is parsed here. */
export const bulkHeartbeatsInput = z.discriminatedUnion("action", [
  z.object({ ...many, action: z.literal("mute"), value: z.coerce.number().pipe(muteMinutes) }),
  z.object({ ...many, action: z.literal("unmute") }),
  z.object({ ...many, action: z.literal("delete") }),
]);
export type BulkHeartbeats = z.output<typeof bulkHeartbeatsInput>;
export interface BulkHeartbeatsInput {
  pageId: string;
  ids: string[];
  action: string;
  value?: string | number;
  commitId?: string;
}

/** Slug of a ping with `create=1`: never empty. */
export const pingedSlug = slugText.min(1, refusalFor("value.required"));

export const pingKeyInput = z.object({ ...ofPage, ...commitIdInput, ...versionInput });
export type PingKeyInput = z.input<typeof pingKeyInput>;
