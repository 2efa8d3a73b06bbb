import type { NounDefinition } from "../../app/nouns.ts";
import { cataloguesOfNouns } from "./catalogues.ts";
import { configurationSchemaFile } from "./configuration-schema.ts";
import { modulesOfNouns } from "./modules.ts";
import { moveSchemaFile } from "./move-schema.ts";
import { agentHelpFile, toolSchemasFile } from "./tool-schemas.ts";

/**
 * Returns the files that derive from the nouns, and from the schemas of documents and of an agent’s tools, each with its
 * text.
 */
export const generatedFilesOfNouns = (nouns: readonly NounDefinition[]): [path: string, text: string][] => [
  ...modulesOfNouns(nouns),
  ...cataloguesOfNouns(nouns),
  moveSchemaFile(),
  toolSchemasFile(),
  agentHelpFile(),
  configurationSchemaFile(),
];
