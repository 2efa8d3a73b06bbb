/** Ids that the origin gave the page, its groups and its components, by ours. */
export type ForeignIdMap = Readonly<Record<string, string>>;

interface DocumentWithForeignIds {
  /** Absent when nothing came from Statuspage. */
  foreignIds?: ForeignIdMap | undefined;
}

/** Returns the id by which programs that moved here know a thing: the origin's where it came from there, else ours. */
export const publishedIdOf = ({ foreignIds }: DocumentWithForeignIds, ourId: string): string =>
  foreignIds?.[ourId] ?? ourId;

/** Finds a component by our id, or by the one that it had before it moved here. */
export const componentByEitherId = <Component extends { id: string }>(
  document: DocumentWithForeignIds & { components: readonly Component[] },
  id: string,
): Component | undefined =>
  document.components.find((each) => each.id === id) ??
  (document.foreignIds && document.components.find((each) => publishedIdOf(document, each.id) === id));

/**
 * Returns the component that is asked about, undefined when the request names none, or null when the page has none of
 * that id.
 */
export function requestedComponentOf<Component extends { id: string }>(
  document: DocumentWithForeignIds & { components: readonly Component[] },
  { componentId }: { componentId?: string },
): Component | undefined | null {
  return componentId === undefined ? undefined : (componentByEitherId(document, componentId) ?? null);
}
