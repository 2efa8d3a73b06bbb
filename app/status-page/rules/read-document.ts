/** Of both documents. A version whose documents earlier code cannot read counts on: rows of both meet while it is deployed. */
export const documentFormat = 1;

/** What a row holds. `isLater`: a later version wrote it, so it is not to be made again by this one. */
export type ReadDocument<T extends object> = { document: T; isLater: false } | { document: null; isLater: boolean };

const formatOf = (read: unknown): unknown =>
  typeof read === "object" && read !== null && "format" in read ? read.format : null;

/** Whether it is of the form that is known here. */
export const isKnownFormat = (read: unknown): boolean => formatOf(read) === documentFormat;

/** The document of a text; `unpack` throws where it is not whole. */
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

/** Throws where one of them is no list. */
export function mustBeLists(...all: unknown[]): void {
  if (!all.every(Array.isArray)) throw new TypeError("a part of the document is missing");
}
