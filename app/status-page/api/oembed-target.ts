import { decodeSegment } from "~/http/decode-segment";
import { isOwnHost } from "~/http/host";

/** The page, and optionally the incident of it, that another site wants to embed. */
export interface OembedTarget {
  /** Null = the page that is shown at `/`. */
  slug: string | null;
  incidentId: string | null;
}

/** The host at which a site asks. */
export interface OembedHost {
  /** The address of the request. */
  url: URL;
  origin: string;
  /** The slug of the page whose own host it is; null on the deployment's own host. */
  hostSlug: string | null;
}

const maxAddressChars = 2000;
const below = /^(?:\/([a-z0-9][a-z0-9-]*))?(?:\/incidents\/([^/]+))?\/?$/;

/** Reads an address as browsers do; null for one that is too long, no web address, or has credentials. */
function webAddress(text: string): URL | null {
  if (text.length > maxAddressChars || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" ? url : null;
}

/**
 * Returns the subject of an address; null unless it is the front page or an incident of a page on the requested host.
 * Other hosts are not looked up, so that nobody can make this host read or name them.
 */
export function oembedTargetOf(text: string | null, { url, origin, hostSlug }: OembedHost): OembedTarget | null {
  const asked = text === null ? null : webAddress(text);
  if (asked === null) return null;
  if (hostSlug === null ? !isOwnHost(asked, origin) : asked.host !== url.host) return null;
  const path = hostSlug === null ? asked.pathname : `/${hostSlug}${asked.pathname === "/" ? "" : asked.pathname}`;
  const found = below.exec(path === "/" ? "" : path);
  if (!found) return null;
  const [, slug = null, segment] = found;
  if (segment === undefined) return { slug, incidentId: null };
  const incidentId = decodeSegment(segment);
  return incidentId === null || slug === null ? null : { slug, incidentId };
}
