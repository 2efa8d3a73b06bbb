import type { Ctx } from "~/platform/ctx";
import { type MeasuredFrom, measuredFrom } from "./rules/measured-from";

/** Where this deployment checks from. */
export const checksFrom = ({ config: { plan, location }, bindings }: Ctx): MeasuredFrom =>
  measuredFrom({ plan, location, spread: Boolean(bindings.CHECKER) });
