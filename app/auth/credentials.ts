/**
 * Returns the API token of a request: `Authorization: Bearer X`, or `OAuth X` as Statuspage's clients send it; null
 * when there is none.
 */
export function bearerTokenOf(request: Request): string | null {
  const match = /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(request.headers.get("authorization")?.trim() ?? "");
  return match?.[1] ?? null;
}

/**
 * Paths of Statuspage's own API, which accepts `?api_key=X` as well; our other paths accept no token in the address.
 */
const statuspageShaped =
  /^\/api\/v1\/pages(\/[^/]+(\/(components|component-groups|incidents|incident_templates|subscribers)(\/.*)?)?)?(\.json)?\/?$/;

/** Returns a token in the address, which proxies log: it counts only if its creator has allowed that. */
export function apiTokenInUrl({ url }: Request): string | null {
  const { pathname, searchParams } = new URL(url);
  return (statuspageShaped.test(pathname) && searchParams.get("api_key")) || null;
}
