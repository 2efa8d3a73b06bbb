/** Names of a mapping's parts, in the order of the form; separate from the schema, which browsers do not need. */
export const payloadMappingFields = [
  "list",
  "id",
  "title",
  "state",
  "states",
  "severity",
  "severities",
  "description",
  "link",
  "time",
  "labels",
] as const;

export type PayloadMappingField = (typeof payloadMappingFields)[number];

export type PayloadMapping = { [Name in PayloadMappingField]?: string | undefined };

/** Mapping of the example that the product shows; a new source starts with it. */
export const samplePayloadMapping: PayloadMapping = {
  id: "check.id",
  title: "check.title",
  state: "check.state",
  severity: "check.level",
};

/** Returns true for a mapping that nobody has changed since the source was created. */
export const isSamplePayloadMapping = (mapping: PayloadMapping): boolean =>
  payloadMappingFields.every((name) => (mapping[name] ?? "") === (samplePayloadMapping[name] ?? ""));
