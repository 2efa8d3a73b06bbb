/** What a mapping may say, in the order in which it is asked for; apart from the schema, which browsers do not need. */
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
