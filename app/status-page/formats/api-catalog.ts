/** A link of a linkset (RFC 9264 §4.2.4). */
interface LinkTarget {
  href: string;
  type?: string;
}

/** An API, with the relations of RFC 8631 that a reader needs. */
export interface CatalogApi {
  /** Its base address. */
  anchor: string;
  /** The relation `service-desc`, a description for programs. */
  description?: LinkTarget;
  /** The relation `service-doc`, a description for people. */
  documentation: LinkTarget;
  /** The relation `status`, the state of the API. */
  status?: LinkTarget;
}

/** A linkset with the profile of RFC 9727 §4. */
export const apiCatalogMediaType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

const entryOf = ({ anchor, description, documentation, status }: CatalogApi) => ({
  anchor,
  ...(description ? { "service-desc": [description] } : {}),
  "service-doc": [documentation],
  ...(status ? { status: [status] } : {}),
});

/** Writes the list of APIs (RFC 9727): the catalogue names each as an `item`, and each says where it is described. */
export const apiCatalogJson = (catalogAddress: string, apis: readonly CatalogApi[]): string =>
  JSON.stringify({
    linkset: [{ anchor: catalogAddress, item: apis.map(({ anchor }) => ({ href: anchor })) }, ...apis.map(entryOf)],
  });
