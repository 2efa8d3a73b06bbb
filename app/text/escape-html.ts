const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as it stands in HTML and XML, between tags and within quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);

/** Text as it stands between tags alone, where quotes mean nothing. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (letter) => entities[letter] ?? letter);

/** What a field offers while somebody types, as the content of a `datalist`. */
export const optionsHtml = (values: readonly string[]): string =>
  values.map((value) => `<option value="${escapeHtml(value)}"></option>`).join("");
