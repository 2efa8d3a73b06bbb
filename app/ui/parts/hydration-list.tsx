import { type ReactNode, Suspense, useState } from "react";
import { type ChunkedItem, firstItemChunks, laterItemChunks } from "./hydration-chunks";
import { createHydrationGate, type HydrationGate, isHydrationOver } from "./hydration-gates";

interface GatedChunkProps {
  gate: HydrationGate | null;
  draw: () => ReactNode;
}

/** Throws the promise of its gate, for which the boundary around it keeps the markup as it was sent. */
function GatedChunk({ gate, draw }: GatedChunkProps) {
  if (gate && !gate.isOpen) throw gate.opening;
  return draw();
}

function HydrationChunk({ draw }: Pick<GatedChunkProps, "draw">) {
  const [gate] = useState(createHydrationGate);
  return (
    <Suspense>
      <GatedChunk gate={gate} draw={draw} />
    </Suspense>
  );
}

/**
 * One element of the page, such as a section, that script takes over in a later task than what is around it. The server
 * needs no boundary for it, and one that script itself draws has none.
 */
export function DeferredHydrationBoundary({ children }: { children: ReactNode }) {
  const [gate] = useState(createHydrationGate);
  if (!gate) return children;
  return (
    <Suspense>
      <GatedChunk gate={gate} draw={() => children} />
    </Suspense>
  );
}

interface HydrationListProps<Item> {
  items: readonly Item[];
  describe: (item: Item) => ChunkedItem;
  children: (some: readonly Item[]) => ReactNode;
}

/**
 * A long list that script takes over in chunks, each in a later task than the page around it: no input waits for two
 * hundred rows. Until then a chunk is as without script. A list that script itself draws stays whole.
 */
export function HydrationList<Item>({ items, describe, children }: HydrationListProps<Item>) {
  const [first] = useState(() => (isHydrationOver() ? null : firstItemChunks(items.map(describe))));
  if (!first) return children(items);
  const chunks = laterItemChunks(
    first,
    items.map((item) => describe(item).key),
  );
  const places = [...new Set(first.values())];
  return places.map((place) => (
    <HydrationChunk key={place} draw={() => children(items.filter((_, index) => chunks[index] === place))} />
  ));
}
