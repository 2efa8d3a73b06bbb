import { z } from "zod";
import { helpTextByName } from "../../app/mcp/rules/help-texts.ts";
import { toolInputSchemaByName } from "../../app/mcp/rules/tool-inputs.ts";
import { toolNames } from "../../app/mcp/rules/tool-list.ts";
import { toolOutputSchemaByName } from "../../app/mcp/rules/tool-outputs.ts";
import { toolTextsByName } from "../../app/mcp/rules/tool-texts.ts";

/** Path of the tools as clients get them, a file beside the worker, which has no code that writes them. */
const schemasFile = "public/schemas/mcp-tools.json";

/** Returns a schema as JSON Schema 2020-12, which needs no `$schema`. */
function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      // The format says it already.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Every string is a possible key of a record.
      if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
    },
  });
  return rest;
}

/** Returns the texts of each tool and the schemas of its arguments and answers, a line each, with their path. */
export function toolSchemasFile(): [path: string, text: string] {
  const lines = toolNames.map((name) => {
    const schemas = {
      ...toolTextsByName[name],
      input: jsonSchemaOf(toolInputSchemaByName[name], "input"),
      output: jsonSchemaOf(toolOutputSchemaByName[name], "output"),
    };
    return `  ${JSON.stringify(name)}: ${JSON.stringify(schemas)}`;
  });
  return [schemasFile, `{\n${lines.join(",\n")}\n}\n`];
}

/** Returns the help for agents as the worker reads it, with its path. */
export const agentHelpFile = (): [path: string, text: string] => [
  "public/schemas/mcp-help.json",
  `${JSON.stringify(helpTextByName, null, 2)}\n`,
];
