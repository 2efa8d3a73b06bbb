/** Longest path that is looked up, in characters. */
const maxPathChars = 500;

function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Encodes each segment as readers of origins do; a text that cannot be decoded stays. */
const encodedPath = (decoded: string): string =>
  decoded.isWellFormed() ? decoded.split("/").map(encodeURIComponent).join("/") : decoded;

/**
 * Returns the forms in which an origin’s path may be stored: as it was requested, decoded, encoded by segment, and each
 * with and without a final slash. Empty for one that no origin has.
 */
export function foreignPathForms(requested: string): string[] {
  if (requested.length > maxPathChars || !/^\/[^/]/.test(requested)) return [];
  const own = requested.endsWith("/") ? requested.slice(0, -1) : requested;
  const decoded = decodedPath(own);
  const forms = new Set([own, decoded, encodedPath(decoded)]);
  return [...forms].flatMap((form) => [form, `${form}/`]);
}
