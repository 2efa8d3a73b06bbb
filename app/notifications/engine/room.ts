import type { Ctx } from "~/platform/ctx";
import { roomIn } from "~/platform/meter";
import { handOverSize } from "../rules/hand-over";

/** Statements and subrequests that this invocation may still take. */
export const roomOf = ({ meter }: Ctx): number => roomIn(meter);

/** The same, and none where another hand-over would be more mails than one invocation may write. */
export const roomForMail = (ctx: Ctx): number =>
  ctx.meter.mails + handOverSize > ctx.meter.limit.mails ? 0 : roomOf(ctx);
