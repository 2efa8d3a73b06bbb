import { z } from "zod";
import { committed, idText, lineText, ofPage, oneOf } from "../fields/text";

export const mutables = ["page", "component", "source", "monitor", "heartbeat"] as const;
export type Mutable = (typeof mutables)[number];

/** What is muted; of a page its own id. */
export const muteSubject = z.object({ kind: oneOf(mutables), id: idText });
export type MuteSubject = { kind: Mutable; id: string };

const weekOfMinutes = 10_080;

const minutes = z
  .number({ error: "Enter a number of minutes." })
  .int("Whole minutes.")
  .min(1, "At least one minute.")
  .max(weekOfMinutes, "At most 10,080 minutes, which is a week.");

const reason = lineText.refine((text) => text.length <= 200, "At most 200 characters.");

export const muteInput = z.object({
  ...ofPage,
  ...committed,
  subject: muteSubject,
  minutes,
  reason: reason.optional(),
});
export type MuteInput = z.input<typeof muteInput>;

export const unmuteInput = z.object({ ...ofPage, ...committed, subject: muteSubject });
export type UnmuteInput = z.input<typeof unmuteInput>;
