import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas, durationSchema, fieldSchemasWithDefaults } from "~/fields/field-bounds";
import {
  commitIdInputShape,
  idTextSchema,
  lineTextSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { bulkIdsSchema } from "~/monitors/rules/input";
import { muteMinutesInputSchema } from "~/mutes/rules/mute-input";
import { timeZoneSchema } from "~/pages/rules/input";
import { heartbeatFields, heartbeatScheduleFields } from "./fields";

/** Slug with the same letters as in a ping by key: no capitals. */
const slugText = z
  .string()
  .trim()
  .regex(/^[a-z0-9_-]{0,100}$/, refusalFor("heartbeat.slug"));

const expression = lineTextSchema
  .refine((text) => text !== "", refusalFor("value.required"))
  .refine((text) => text.length <= 200, refusalFor("value.longest", { most: 200 }));

const schedule = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("simple"),
      periodSeconds: durationSchema(heartbeatScheduleFields["schedule.periodSeconds"]),
    }),
    z.object({ kind: z.literal("cron"), expression, timeZone: timeZoneSchema }),
    z.object({ kind: z.literal("calendar"), expression, timeZone: timeZoneSchema }),
  ],
  { error: refusalFor("value.one_of", { choices: ["simple", "cron", "calendar"] }) },
);

export const createHeartbeatInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...fieldSchemasWithDefaults(heartbeatFields),
  slug: slugText.default(""),
  schedule: schedule.default({ kind: "simple", periodSeconds: 86_400 }),
});
export type CreateHeartbeatInput = z.input<typeof createHeartbeatInputSchema>;
export type ParsedCreateHeartbeatInput = z.output<typeof createHeartbeatInputSchema>;

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const heartbeatTargetInputSchema = z.object(target);
export type HeartbeatTargetInput = z.input<typeof heartbeatTargetInputSchema>;

export const updateHeartbeatInputSchema = z.object({
  ...target,
  ...changeFieldSchemas(heartbeatFields),
  slug: slugText.optional(),
  schedule: schedule.optional(),
});
export type UpdateHeartbeatInput = z.input<typeof updateHeartbeatInputSchema>;

const many = {
  ...pageIdInputShape,
  ...commitIdInputShape,
  ids: bulkIdsSchema(refusalFor("heartbeat.tick_one"), refusalFor("heartbeat.at_once")),
};

/** Fields of a bulk change. `value` is minutes; forms send a text, which is parsed here. */
export const bulkHeartbeatsInputSchema = z.discriminatedUnion("action", [
  z.object({ ...many, action: z.literal("mute"), value: z.coerce.number().pipe(muteMinutesInputSchema) }),
  z.object({ ...many, action: z.literal("unmute") }),
  z.object({ ...many, action: z.literal("delete") }),
]);
export type BulkHeartbeatsChange = z.output<typeof bulkHeartbeatsInputSchema>;
export interface BulkHeartbeatsInput {
  pageId: string;
  ids: string[];
  action: string;
  value?: string | number;
  commitId?: string;
}

/** Slug of a ping with `create=1`: never empty. */
export const pingSlugInputSchema = slugText.min(1, refusalFor("value.required"));

export const pingKeyInputSchema = z.object({ ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape });
export type PingKeyInput = z.input<typeof pingKeyInputSchema>;
