const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for HTML and XML, between tags and within quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);

/** Escapes text between tags alone, where quotes mean nothing. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (letter) => entities[letter] ?? letter);

/** Returns the suggestions of a field, as the content of a `datalist`. */
export const datalistHtml = (values: readonly string[]): string =>
  values.map((value) => `<option value="${escapeHtml(value)}"></option>`).join("");

/** Returns the element that loads a path again after some seconds, where no script runs. */
export const reloadingHtml = (seconds: number, path: string): string =>
  `<meta http-equiv="refresh" content="${seconds};url=${escapeHtml(path)}">`;
