/**
 * Parts of an incident that a person may set. Alerts no longer change a part that a person has set, but continue to
 * change the others.
 */
export const editableIncidentParts = ["title", "text", "impact", "components"] as const;
export type EditedIncidentPart = (typeof editableIncidentParts)[number] | `component:${string}`;

type EditablePart = Exclude<(typeof editableIncidentParts)[number], "components">;

/** Parts of an incident that a person opened; its alerts change none of them. */
export const allIncidentParts: readonly EditedIncidentPart[] = [...editableIncidentParts];

export const editedPartKeyOfComponent = (componentId: string): EditedIncidentPart => `component:${componentId}`;

export const isIncidentPartEdited = (parts: readonly EditedIncidentPart[], part: EditablePart): boolean =>
  parts.includes(part);

/** True when a person has set the status of this component. */
export const isComponentEdited = (parts: readonly EditedIncidentPart[], componentId: string): boolean =>
  parts.includes("components") || parts.includes(editedPartKeyOfComponent(componentId));

/** Returns the parts together with those that a person has set now, without duplicates, in their order. */
export const mergeEditedParts = (
  parts: readonly EditedIncidentPart[],
  said: readonly EditedIncidentPart[],
): EditedIncidentPart[] => [...new Set([...parts, ...said])];

/** Values that a person sets; absent = unchanged. */
interface EditedValues {
  title?: string | undefined;
  impactOverride?: string | null | undefined;
  /** True when the person wrote an update's text. */
  text?: boolean;
  /** Components whose status was set, or that were removed. */
  componentIds?: readonly string[];
}

/** Returns the edited parts together with those that a person changes now; unchanged values do not count. */
export function editedPartsAfterChange(
  row: { title: string; impactOverride: string | null; editedParts: readonly EditedIncidentPart[] },
  { title, impactOverride, text = false, componentIds = [] }: EditedValues,
): EditedIncidentPart[] {
  const said: EditedIncidentPart[] = [
    ...(title !== undefined && title !== row.title ? ["title" as const] : []),
    ...(text ? ["text" as const] : []),
    ...(impactOverride !== undefined && impactOverride !== row.impactOverride ? ["impact" as const] : []),
    ...componentIds.map(editedPartKeyOfComponent),
  ];
  return mergeEditedParts(row.editedParts, said);
}
