import { type ReactNode, Suspense } from "react";

const part = 25;

interface InPartsProps<Item> {
  items: readonly Item[];
  children: (some: Item[]) => ReactNode;
}

/**
 * A long list that is hydrated in pieces: an input waits only for its own piece and the surroundings, not for two
 * hundred rows. Nothing in it suspends, so no fallback is needed.
 */
export function InParts<Item>({ items, children }: InPartsProps<Item>) {
  if (items.length <= part) return children([...items]);
  return Array.from({ length: Math.ceil(items.length / part) }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the list
    <Suspense key={index}>{children(items.slice(index * part, (index + 1) * part))}</Suspense>
  ));
}
