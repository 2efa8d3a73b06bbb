import { decodeSegment } from "./decode-segment";

/** The page that a request names, and optionally a component of the page. */
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
