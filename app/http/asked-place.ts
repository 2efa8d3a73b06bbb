import { decodeSegment } from "./decode-segment";

/** The page, and optionally the component of it, that a request asks about. */
export interface AskedPlace {
  slug: string;
  componentId?: string;
}

/** Reads the segments of an address; null when the component's segment is not valid text. */
export function askedPlace(slug: string, component: string | undefined): AskedPlace | null {
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
export function requestedComponent<Component extends { id: string }>(
  { components }: PageWithComponents<Component>,
  { componentId }: AskedPlace,
): Component | undefined | null {
  return componentId === undefined ? undefined : (components.find(({ id }) => id === componentId) ?? null);
}
