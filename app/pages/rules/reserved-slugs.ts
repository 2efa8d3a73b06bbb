/** Slugs that were reserved later. A page that had such a slug before keeps it, with all its paths. */
export const laterReservedSlugs: readonly string[] = [
  "v2",
  "mcp",
  "acknowledge",
  "oembed",
  "schemas",
  "device",
  "oauth",
  "cli",
];

/** First path segments that are ours (spec §2). */
export const reservedSlugs: ReadonlySet<string> = new Set([
  "ingest",
  "ping",
  "api",
  "manage",
  "metrics",
  "healthz",
  "readyz",
  "assets",
  "cdn-cgi",
  "well-known",
  "robots.txt",
  "sitemap.xml",
  "favicon.ico",
  "llms.txt",
  "status",
  "admin",
  "login",
  "www",
  "new",
  "account",
  "sign-in",
  "sign-out",
  "refused",
  "deployment",
  "invitations",
]);

/** Slugs that a new page cannot have. */
export const refusedSlugs: ReadonlySet<string> = new Set([...reservedSlugs, ...laterReservedSlugs]);
