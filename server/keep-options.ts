import { configuredOptions } from "./configured.ts";

/** Runs where the sources can be written, for a start where they cannot. */
await configuredOptions();
