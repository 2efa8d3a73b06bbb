import type { Ctx } from "~/platform/ctx";
import { type MeasurementPlace, measurementPlaceOf } from "./rules/measurement-place";

/** Returns the places from which this deployment checks. */
export const deploymentMeasurementPlace = ({ config: { plan, location }, bindings }: Ctx): MeasurementPlace =>
  measurementPlaceOf({ plan, location, spread: Boolean(bindings.CHECKER) });
