import type { ImportOrigin } from "../contract/origin";
import { knownOriginOf } from "../rules/known-origins";
import { originLoaderByName } from "./registry";

/** Loads the reader of an origin; null for a name that this version does not know. */
export async function loadImportOrigin(name: string): Promise<ImportOrigin | null> {
  const known = knownOriginOf(name);
  return known && originLoaderByName[known.name]();
}
