import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { commitIdInput, idText, lineText, ofPage, oneOf } from "~/fields/text-inputs";

export const mutables = ["page", "component", "source", "monitor", "heartbeat"] as const;
export type MutableKind = (typeof mutables)[number];

/** Subject of a mute; for a page, the page's own id. */
export const muteSubject = z.object({ kind: oneOf(mutables), id: idText });
export type MuteSubject = { kind: MutableKind; id: string };

const weekOfMinutes = 10_080;

export const muteMinutes = z
  .number({ error: refusalFor("mute.minutes") })
  .int(refusalFor("value.whole"))
  .min(1, refusalFor("mute.least"))
  .max(weekOfMinutes, refusalFor("mute.most"));

const reason = lineText.refine((text) => text.length <= 200, refusalFor("value.longest", { most: 200 }));

export const muteInput = z.object({
  ...ofPage,
  ...commitIdInput,
  subject: muteSubject,
  minutes: muteMinutes,
  reason: reason.optional(),
});
export type MuteInput = z.input<typeof muteInput>;

export const unmuteInput = z.object({ ...ofPage, ...commitIdInput, subject: muteSubject });
export type UnmuteInput = z.input<typeof unmuteInput>;
