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
