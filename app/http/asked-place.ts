import { decoded } from "./decoded";

/** Of which page, and of which of its components; without one, of the page. */
export interface AskedPlace {
  slug: string;
  componentId?: string;
}

/** From the segments of an address; null where the component's is no text. */
export function askedPlace(slug: string, component: string | undefined): AskedPlace | null {
  if (component === undefined) return { slug };
  const componentId = decoded(component);
  return componentId === null ? null : { slug, componentId };
}

interface Named<Component> {
  components: readonly Component[];
}

/** The component that is asked about, undefined where none is; null where the page knows none of that name. */
export function componentAsked<Component extends { id: string }>(
  { components }: Named<Component>,
  { componentId }: AskedPlace,
): Component | undefined | null {
  return componentId === undefined ? undefined : (components.find(({ id }) => id === componentId) ?? null);
}
