/**
 * Version of both documents. It is incremented when earlier code cannot read them, as rows of both versions coexist
 * during a deployment.
 */
export const documentFormatVersion = 1;

/** The content of a row. `isLater`: a later version wrote it, so this one must not build it again. */
export type ParsedDocument<T extends object> = { document: T; isLater: false } | { document: null; isLater: boolean };

const formatOf = (read: unknown): unknown =>
  typeof read === "object" && read !== null && "format" in read ? read.format : null;

/** Returns true when the document has the format of this version. */
export const isKnownDocumentFormat = (read: unknown): boolean => formatOf(read) === documentFormatVersion;

/** Reads the document from its text; `unpack` throws when it is incomplete. */
export function parseDocument<T extends object>(text: string, unpack: (read: unknown) => T): ParsedDocument<T> {
  try {
    const read: unknown = JSON.parse(text);
    if (isKnownDocumentFormat(read)) return { document: unpack(read), isLater: false };
    const format = formatOf(read);
    return { document: null, isLater: typeof format === "number" && format > documentFormatVersion };
  } catch {
    return { document: null, isLater: false };
  }
}

/** Throws when one of them is not a list. */
export function assertArrays(...all: unknown[]): void {
  if (!all.every(Array.isArray)) throw new TypeError("a part of the document is missing");
}
