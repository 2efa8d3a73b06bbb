import { z } from "zod";
import { moveDocumentSchema } from "../../app/importers/rules/move-document.ts";

/** Path of the published schema; the deployment serves `public/` as it is. */
const schemaFile = "public/schemas/move-document.json";

/** Meanings that the types do not say, by the place in a document. */
const meanings: Readonly<Record<string, string>> = {
  version: "Version of this format.",
  origin: "Name of the product, in lower case with hyphens: things are known by it and by their ids, forever.",
  page: "The page’s settings; null = they stay as they are here.",
  groups: "In the order of the page.",
  components: "In the order of the page.",
  "components[].keptBy": "manual: a person sets its status there. watched: a monitor does.",
  "components[].manualStatus": "Status that a person set; null = none is set.",
  "components[].startedAt": "First day on which it is counted; null = not said.",
  "monitors[].kind": "Kind of monitor here, such as http, tcp, dns, tls or ping; null = none here does this check.",
  "monitors[].settings": "Settings of that kind, under the names of the management API.",
  "monitors[].history": "What the monitor’s own history says; time outside of it is no data.",
  "monitors[].history[].to": "Null = it continues.",
  "heartbeats[].pingKey": "UUID or token of the address that machines ping there, which is answered here.",
  "heartbeats[].pingPath": "Path that machines call there, such as /api/push/TOKEN; null = only by its key.",
  "incidents[].resolvedAt": "Null while it is open.",
  "incidents[].updates": "Oldest first, at least one.",
  "incidents[].updates[].body": "Markdown.",
  "incidents[].updates[].shownAt": "Time that visitors see.",
  "incidents[].updates[].changes[].status": "Status from then on; null = no longer affected.",
  "incidents[].components": "Components that no update changes, with the worst status of the whole time.",
  "incidents[].path": "Path of its page there, such as /incidents/abc, which is answered here; null = none.",
  "maintenances[].state": "State now.",
  "subscribers[].componentIds": "Empty = the whole page.",
  "subscribers[].consentedAt": "Time of their consent there; null = it is not known.",
  notes: "What does not come as it was, and why; without any secret.",
  "notes[].field": "Field of the product, under its name there.",
  "notes[].reason": "A sentence in English.",
};

/** Returns the place in a document for a place in its schema. */
const placeOf = (path: readonly (string | number)[]): string =>
  path
    .join(".")
    .replaceAll(".items", "[]")
    .replaceAll(/(?:^|\.)(?:anyOf|oneOf)\.\d+/g, "")
    .replaceAll(/(?:^|\.)properties\./g, ".")
    .replace(/^\./, "");

/** Returns the JSON Schema of the move document, as a program sends it: what has a default may be absent. */
function moveDocumentJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(moveDocumentSchema, {
    io: "input",
    override({ jsonSchema, path }) {
      // An alternative among several types has no description of its own.
      const meaning = typeof path.at(-1) === "number" ? undefined : meanings[placeOf(path)];
      if (meaning !== undefined) jsonSchema.description = meaning;
      // Bounds of what a number can hold are no rule of the document.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const description = "A page of another product, as Upfront imports it. Times are milliseconds since 1970, UTC.";
  return { $schema, title: "Move document", description, ...schema };
}

/** Returns the published schema of the move document, with its path. */
export const moveSchemaFile = (): [path: string, text: string] => [
  schemaFile,
  `${JSON.stringify(moveDocumentJsonSchema(), null, 2)}\n`,
];
