import { decodeSegment } from "./decode-segment";

/** The page, and optionally the component of it, that a request asks about. */
export interface PageOrComponentPath {
  slug: string;
  componentId?: string;
}

/** Reads the segments of an address; null when the component's segment is not valid text. */
export function parsePageOrComponentPath(slug: string, component: string | undefined): PageOrComponentPath | null {
  if (component === undefined) return { slug };
  const componentId = decodeSegment(component);
  return componentId === null ? null : { slug, componentId };
}

interface PageWithComponents<Component> {
  components: readonly Component[];
}

/**
 * Returns the component that is asked about, undefined when the request names none, or null when the page has none of
 * that id.
 */
export function findRequestedComponent<Component extends { id: string }>(
  { components }: PageWithComponents<Component>,
  { componentId }: PageOrComponentPath,
): Component | undefined | null {
  return componentId === undefined ? undefined : (components.find(({ id }) => id === componentId) ?? null);
}
