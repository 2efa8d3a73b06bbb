/** Names of a mapping's parts, in the order of the form; separate from the schema, which browsers do not need. */
export const mappingNames = [
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

export type MappingName = (typeof mappingNames)[number];

export type Mapping = { [Name in MappingName]?: string | undefined };

/** Mapping of the example that the product shows; a new source starts with it. */
export const sampleMapping: Mapping = {
  id: "check.id",
  title: "check.title",
  state: "check.state",
  severity: "check.level",
};

/** Returns true for a mapping that nobody has changed since the source was created. */
export const isSampleMapping = (mapping: Mapping): boolean =>
  mappingNames.every((name) => (mapping[name] ?? "") === (sampleMapping[name] ?? ""));
