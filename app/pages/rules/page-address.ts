/**
 * Returns the public address of a page, without a trailing slash: its own host, or its path on the deployment's origin.
 */
export const pageAddress = (origin: string, { host, slug }: { host: string | null; slug: string }): string =>
  host ? `https://${host}` : `${origin}/${slug}`;
