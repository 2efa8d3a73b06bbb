/**
 * Version of both documents. It is incremented when earlier code cannot read them, as rows of both versions coexist
 * during a deployment.
 */
export const documentFormat = 1;

/** The content of a row. `isLater`: a later version wrote it, so this one must not build it again. */
export type ReadDocument<T extends object> = { document: T; isLater: false } | { document: null; isLater: boolean };

const formatOf = (read: unknown): unknown =>
  typeof read === "object" && read !== null && "format" in read ? read.format : null;

/** Returns true when the document has the format of this version. */
export const isKnownFormat = (read: unknown): boolean => formatOf(read) === documentFormat;

/** Reads the document from its text; `unpack` throws when it is incomplete. */
export function readDocument<T extends object>(text: string, unpack: (read: unknown) => T): ReadDocument<T> {
  try {
    const read: unknown = JSON.parse(text);
    if (isKnownFormat(read)) return { document: unpack(read), isLater: false };
    const format = formatOf(read);
    return { document: null, isLater: typeof format === "number" && format > documentFormat };
  } catch {
    return { document: null, isLater: false };
  }
}

/** Throws when one of them is not a list. */
export function mustBeLists(...all: unknown[]): void {
  if (!all.every(Array.isArray)) throw new TypeError("a part of the document is missing");
}
