/** Runs in the reader's browser where components are listed with bars: their days are read under the pointer, by keys and by touch. */
import { enableUptimeBarReading } from "../parts/bar-reader";

enableUptimeBarReading();
