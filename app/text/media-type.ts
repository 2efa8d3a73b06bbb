/** Returns the media type of a Content-Type header without its parameters, lower case; "" when there is none. */
export const mediaTypeOf = (contentType: string | null): string =>
  (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
