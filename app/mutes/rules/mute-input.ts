import { z } from "zod";
import { said } from "~/failures/refusal";
import { committed, idText, lineText, ofPage, oneOf } from "~/fields/text";

export const mutables = ["page", "component", "source", "monitor", "heartbeat"] as const;
export type Mutable = (typeof mutables)[number];

/** Subject of a mute; for a page, the page's own id. */
export const muteSubject = z.object({ kind: oneOf(mutables), id: idText });
export type MuteSubject = { kind: Mutable; id: string };

const weekOfMinutes = 10_080;

export const muteMinutes = z
  .number({ error: said("mute.minutes") })
  .int(said("value.whole"))
  .min(1, said("mute.least"))
  .max(weekOfMinutes, said("mute.most"));

const reason = lineText.refine((text) => text.length <= 200, said("value.longest", { most: 200 }));

export const muteInput = z.object({
  ...ofPage,
  ...committed,
  subject: muteSubject,
  minutes: muteMinutes,
  reason: reason.optional(),
});
export type MuteInput = z.input<typeof muteInput>;

export const unmuteInput = z.object({ ...ofPage, ...committed, subject: muteSubject });
export type UnmuteInput = z.input<typeof unmuteInput>;
