import type { Ctx } from "~/platform/ctx";
import { roomIn } from "~/platform/meter";

/** Statements and subrequests that this invocation may still take. */
export const roomOf = ({ meter }: Ctx): number => roomIn(meter);
