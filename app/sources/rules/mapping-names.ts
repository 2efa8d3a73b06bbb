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
