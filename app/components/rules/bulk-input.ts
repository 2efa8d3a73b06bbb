import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { commitIdInputShape, idTextSchema, oneOfSchema, pageIdInputShape } from "~/fields/text-inputs";
import { muteMinutesInputSchema } from "~/mutes/rules/mute-input";
import { settableStatuses } from "~/status/status";

const ids = z
  .array(idTextSchema)
  .min(1, refusalFor("component.tick_one"))
  .transform((given) => [...new Set(given)])
  .refine((given) => given.length <= 500, refusalFor("component.at_once"));

const many = { ...pageIdInputShape, ...commitIdInputShape, ids };
/** A change of several components; forms send texts, which are parsed here. */
export const bulkComponentsInputSchema = z.discriminatedUnion("action", [
  /** "" = out of all groups. */
  z.object({ ...many, action: z.literal("regroup"), groupId: z.string().max(80) }),
  z.object({
    ...many,
    action: z.literal("set_status"),
    /** "" clears the manual status. */
    status: z.literal("").or(oneOfSchema(settableStatuses)),
    /** Instant in ms; null until someone changes it. */
    until: z.number().int().nullable(),
  }),
  z.object({ ...many, action: z.literal("mute"), minutes: z.coerce.number().pipe(muteMinutesInputSchema) }),
  z.object({ ...many, action: z.literal("unmute") }),
  z.object({ ...many, action: z.literal("archive") }),
]);
export type BulkComponentsChange = z.output<typeof bulkComponentsInputSchema>;

export interface BulkComponentsInput extends Partial<Record<"groupId" | "status" | "commitId", string>> {
  pageId: string;
  ids: string[];
  action: string;
  until?: number | null;
  minutes?: string | number;
}
