import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { commitIdInputShape, idTextSchema, lineTextSchema, oneOfSchema, pageIdInputShape } from "~/fields/text-inputs";

export const muteSubjectKinds = ["page", "component", "source", "monitor", "heartbeat"] as const;
export type MuteSubjectKind = (typeof muteSubjectKinds)[number];

/** Subject of a mute; for a page, the page's own id. */
export const muteSubjectInputSchema = z.object({ kind: oneOfSchema(muteSubjectKinds), id: idTextSchema });
export type MuteSubject = { kind: MuteSubjectKind; id: string };

const weekOfMinutes = 10_080;

export const muteMinutesInputSchema = z
  .number({ error: refusalFor("mute.minutes") })
  .int(refusalFor("value.whole"))
  .min(1, refusalFor("mute.least"))
  .max(weekOfMinutes, refusalFor("mute.most"));

const reason = lineTextSchema.refine((text) => text.length <= 200, refusalFor("value.longest", { most: 200 }));

export const muteInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  subject: muteSubjectInputSchema,
  minutes: muteMinutesInputSchema,
  reason: reason.optional(),
});
export type MuteInput = z.input<typeof muteInputSchema>;

export const unmuteInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  subject: muteSubjectInputSchema,
});
export type UnmuteInput = z.input<typeof unmuteInputSchema>;
