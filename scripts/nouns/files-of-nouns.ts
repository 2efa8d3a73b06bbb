import type { NounDefinition } from "../../app/nouns.ts";
import { cataloguesOfNouns } from "./catalogues.ts";
import { modulesOfNouns } from "./modules.ts";
import { moveSchemaFile } from "./move-schema.ts";

/** Returns the files that derive from the nouns and from the schema of the move document, each with its text. */
export const generatedFilesOfNouns = (nouns: readonly NounDefinition[]): [path: string, text: string][] => [
  ...modulesOfNouns(nouns),
  ...cataloguesOfNouns(nouns),
  moveSchemaFile(),
];
