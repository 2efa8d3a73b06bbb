const cookieSeconds = 400 * 86_400;

/**
 * Stores this browser's time zone in a cookie, so that management shows times in it from the next page on. A zone in
 * the account takes precedence.
 */
export function storeBrowserTimeZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser that management supports
  if (timeZone) document.cookie = `clock=${timeZone}; Path=/manage; Max-Age=${cookieSeconds}; SameSite=Lax`;
}
