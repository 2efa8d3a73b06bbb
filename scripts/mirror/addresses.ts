/** Addresses of the page and of its contents. */
export interface MirrorScope {
  /** Addresses of the front page, without a trailing slash: first the address that is read, then the public one. */
  roots: readonly string[];
  /** Target of forms and of everything that is not copied: the public address. */
  home: string;
}

const id = "[\\w-]{1,64}";
const formats = "feed\\.(?:atom|rss)|calendar\\.ics|badge\\.(?:svg|json)";

/** Pages for people, by their path after the page's address. */
const page = new RegExp(`^(?:|/embed|/history|/uptime|/(?:incidents|maintenances|components)/${id})$`);
const file = new RegExp(
  `^/(?:(?:components/${id}/)?(?:${formats})|history\\.(?:atom|rss)|uptime\\.csv|social\\.svg|sitemap\\.xml|images/${id}|api/v2/[a-z/-]+\\.json)$`,
);
/** Scripts of the whole host, not of one page. */
const asset = /^\/assets\/[\w.-]+\.js$/;
/** Parameters that select another version of a page. */
const counted = /^(month|after|range|from|to)$/;
const value = /^[\w-]{1,75}$/;

/** A file to copy: its address, and its name in the copy before its type is known. */
export interface MirrorTarget {
  url: string;
  name: string;
}

/** Returns the roots, longest first, so that the page of `/` is not taken for the host. */
const rootsOf = ({ roots }: MirrorScope) => [...new Set(roots)].sort((one, other) => other.length - one.length);

function innerOf(url: URL, place: MirrorScope): string | null {
  const whole = `${url.origin}${url.pathname}`.replace(/\/$/, "");
  const root = rootsOf(place).find((each) => whole === each || whole.startsWith(`${each}/`));
  return root === undefined ? null : whole.slice(root.length);
}

/** Returns `month=2026-10` as a folder; null when the query has parameters that are not copied. */
function queryName({ searchParams }: URL): string | null {
  const parts = [...searchParams];
  const known = parts.every(([name, text]) => counted.test(name) && value.test(text));
  return known ? parts.map(([name, text]) => `/${name}-${text}`).join("") : null;
}

/** Returns the name in the copy for an address of the page; null = not copied. */
export function mirrorTargetOf(url: URL, place: MirrorScope): MirrorTarget | null {
  const [first = ""] = place.roots;
  if (new URL(first).origin === url.origin && asset.test(url.pathname)) {
    return { url: `${url.origin}${url.pathname}`, name: url.pathname.slice(1) };
  }
  const inner = innerOf(url, place);
  const query = queryName(url);
  if (inner === null || query === null) return null;
  const name = page.test(inner) ? `${inner}${query}/index.html`.slice(1) : null;
  if (name) return { url: `${first}${inner}${url.search}`, name };
  return file.test(inner) && query === "" ? { url: `${first}${inner}`, name: inner.slice(1) } : null;
}

const ofPage = [
  ...["summary", "status", "components", "incidents", "incidents/unresolved", "scheduled-maintenances"].map(v2),
  ...["scheduled-maintenances/upcoming", "scheduled-maintenances/active"].map(v2),
  "/feed.atom",
  "/feed.rss",
  "/history.atom",
  "/history.rss",
  "/calendar.ics",
  "/badge.svg",
  "/badge.json",
  "/history",
  "/uptime",
  "/uptime.csv",
  "/social.svg",
  "/sitemap.xml",
  "/embed",
];

function v2(name: string): string {
  return `/api/v2/${name}.json`;
}

/** Returns paths that are requested even if no page links to them. Missing files are skipped silently. */
export const unlinkedPaths = (inner: string): string[] => {
  if (inner === "") return ofPage;
  return new RegExp(`^/components/${id}$`).test(inner)
    ? ["feed.atom", "feed.rss", "calendar.ics", "badge.svg", "badge.json"].map((name) => `${inner}/${name}`)
    : [];
};
