/** What of an incident a person has said: its alerts change that no more, and go on with the rest. */
export const wholeParts = ["title", "text", "impact", "components"] as const;
export type EditedPart = (typeof wholeParts)[number] | `component:${string}`;

type Part = Exclude<(typeof wholeParts)[number], "components">;

/** Of an incident that a person opened: there is nothing left for its alerts to change. */
export const allParts: readonly EditedPart[] = [...wholeParts];

export const componentPart = (componentId: string): EditedPart => `component:${componentId}`;

export const isPartEdited = (parts: readonly EditedPart[], part: Part): boolean => parts.includes(part);

/** Whether a person has said how this component is. */
export const isComponentEdited = (parts: readonly EditedPart[], componentId: string): boolean =>
  parts.includes("components") || parts.includes(componentPart(componentId));

/** The parts with those that a person has said now, each once, in their order. */
export const withParts = (parts: readonly EditedPart[], said: readonly EditedPart[]): EditedPart[] => [
  ...new Set([...parts, ...said]),
];

/** What a person says of an incident; absent = as before. */
interface Saying {
  title?: string | undefined;
  impactOverride?: string | null | undefined;
  /** A text of an update. */
  text?: boolean;
  /** Components that were given a status, or taken out. */
  componentIds?: readonly string[];
}

/** Its edited parts, with what a person says now; what stays as it was is nobody's word. */
export function partsWith(
  row: { title: string; impactOverride: string | null; editedParts: readonly EditedPart[] },
  { title, impactOverride, text = false, componentIds = [] }: Saying,
): EditedPart[] {
  const said: EditedPart[] = [
    ...(title !== undefined && title !== row.title ? ["title" as const] : []),
    ...(text ? ["text" as const] : []),
    ...(impactOverride !== undefined && impactOverride !== row.impactOverride ? ["impact" as const] : []),
    ...componentIds.map(componentPart),
  ];
  return withParts(row.editedParts, said);
}
