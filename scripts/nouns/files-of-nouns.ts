import type { NounDefinition } from "../../app/nouns.ts";
import { cataloguesOfNouns } from "./catalogues.ts";
import { modulesOfNouns } from "./modules.ts";

/** Returns the files that derive from the nouns, each with its text. */
export const generatedFilesOfNouns = (nouns: readonly NounDefinition[]): [path: string, text: string][] => [
  ...modulesOfNouns(nouns),
  ...cataloguesOfNouns(nouns),
];
