import type { Ctx } from "~/platform/ctx";
import { type MeasuredFrom, measuredFrom } from "./rules/measured-from";

/** Returns the places from which this deployment checks. */
export const checksFrom = ({ config: { plan, location }, bindings }: Ctx): MeasuredFrom =>
  measuredFrom({ plan, location, spread: Boolean(bindings.CHECKER) });
