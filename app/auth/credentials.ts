/** The API token of a request: `Authorization: Bearer X`, or `OAuth X` as Statuspage's clients say it; null = none. */
export function bearerOf(request: Request): string | null {
  const match = /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(request.headers.get("authorization")?.trim() ?? "");
  return match?.[1] ?? null;
}

/** As `bearerOf`, or `?api_key=X`, which Statuspage's API takes as well. */
export const apiTokenOf = (request: Request): string | null =>
  bearerOf(request) ?? (new URL(request.url).searchParams.get("api_key") || null);
