import { presentKinds } from "../../app/configuration/present-kinds.ts";
import { configurationJsonSchema } from "../../app/configuration/rules/json-schema.ts";
import { fieldText } from "../../app/i18n/field-text.ts";

/** Path of the published schema; the deployment serves `public/` as it is. */
const schemaFile = "public/schemas/upfront.json";

/** Returns the published schema of configuration files, with its path. */
export function configurationSchemaFile(): [path: string, text: string] {
  const id = "https://status.example.com/schemas/upfront.json";
  const schema = configurationJsonSchema({ kinds: presentKinds, wordsOf: (field) => fieldText(field, "en"), id });
  return [schemaFile, `${JSON.stringify(schema)}\n`];
}
