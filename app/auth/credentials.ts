/** The API token of a request: `Authorization: Bearer X`, or `OAuth X` as Statuspage's clients say it; null = none. */
export function bearerOf(request: Request): string | null {
  const match = /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(request.headers.get("authorization")?.trim() ?? "");
  return match?.[1] ?? null;
}

/** Where Statuspage's own API is, which takes `?api_key=X` as well; nothing of ours takes a token in its address. */
const statuspageShaped =
  /^\/api\/v1\/pages(\/[^/]+(\/(components|component-groups|incidents|incident_templates|subscribers)(\/.*)?)?)?(\.json)?\/?$/;

/** A token that stands in the address, which proxies write down: it counts only where its maker has allowed that. */
export function tokenInUrl({ url }: Request): string | null {
  const { pathname, searchParams } = new URL(url);
  return (statuspageShaped.test(pathname) && searchParams.get("api_key")) || null;
}
