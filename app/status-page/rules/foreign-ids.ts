/** Map of our ids of the page, its groups and its components → the ids that they had at their origin. */
export type ForeignIdMap = Readonly<Record<string, string>>;

interface DocumentWithForeignIds {
  /** Absent when nothing was imported from Statuspage. */
  foreignIds?: ForeignIdMap | undefined;
}

/**
 * Returns the id that programs which moved here know: that of the origin if the object was imported, otherwise ours.
 */
export const publishedIdOf = ({ foreignIds }: DocumentWithForeignIds, ourId: string): string =>
  foreignIds?.[ourId] ?? ourId;

/** Finds a component by our id, or by the id that it had at its origin. */
export const componentByEitherId = <Component extends { id: string }>(
  document: DocumentWithForeignIds & { components: readonly Component[] },
  id: string,
): Component | undefined =>
  document.components.find((each) => each.id === id) ??
  (document.foreignIds && document.components.find((each) => publishedIdOf(document, each.id) === id));

/** Returns the requested component; undefined when the request names none, null when the page has none with that id. */
export function findRequestedComponent<Component extends { id: string }>(
  document: DocumentWithForeignIds & { components: readonly Component[] },
  { componentId }: { componentId?: string },
): Component | undefined | null {
  return componentId === undefined ? undefined : (componentByEitherId(document, componentId) ?? null);
}
