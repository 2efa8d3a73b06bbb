import { readMiniflareOptions } from "./saved-options.ts";

/** Runs where the sources can be written, for a start where they cannot. */
await readMiniflareOptions();
