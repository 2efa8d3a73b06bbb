import { type ReactNode, Suspense } from "react";

const itemsPerPart = 25;

interface ChunkedListProps<Item> {
  items: readonly Item[];
  children: (some: Item[]) => ReactNode;
}

/**
 * A long list that is hydrated in pieces: an input waits only for its own piece and the surroundings, not for two
 * hundred rows. Nothing in it suspends, so no fallback is needed.
 */
export function ChunkedList<Item>({ items, children }: ChunkedListProps<Item>) {
  if (items.length <= itemsPerPart) return children([...items]);
  return Array.from({ length: Math.ceil(items.length / itemsPerPart) }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the list
    <Suspense key={index}>{children(items.slice(index * itemsPerPart, (index + 1) * itemsPerPart))}</Suspense>
  ));
}
