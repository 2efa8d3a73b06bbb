import { type ReactNode, Suspense } from "react";

const part = 25;

interface InPartsProps<Item> {
  items: readonly Item[];
  children: (some: Item[]) => ReactNode;
}

/**
 * A long list whose script takes over piece by piece: a key or a press waits for the piece it is in and for what is
 * around all of them, never for two hundred lines. Nothing in it is waited for, so there is nothing to show meanwhile.
 */
export function InParts<Item>({ items, children }: InPartsProps<Item>) {
  if (items.length <= part) return children([...items]);
  return Array.from({ length: Math.ceil(items.length / part) }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the list
    <Suspense key={index}>{children(items.slice(index * part, (index + 1) * part))}</Suspense>
  ));
}
