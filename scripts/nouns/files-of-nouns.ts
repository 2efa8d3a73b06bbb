import type { Noun } from "../../app/nouns.ts";
import { cataloguesOf } from "./catalogues.ts";
import { modulesOf } from "./modules.ts";

/** Returns the files that derive from the nouns, each with its text. */
export const filesOfNouns = (nouns: readonly Noun[]): [path: string, text: string][] => [
  ...modulesOf(nouns),
  ...cataloguesOf(nouns),
];
