const kept = 400 * 86_400;

/**
 * Says in a cookie which zone this browser's clock is in, so that from the next page on management writes its times as that
 * clock shows them. An account that names a zone goes before it.
 */
export function sayOwnZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser that management supports
  if (timeZone) document.cookie = `clock=${timeZone}; Path=/manage; Max-Age=${kept}; SameSite=Lax`;
}
