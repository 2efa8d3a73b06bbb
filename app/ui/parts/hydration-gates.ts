/** Keeps a part of the page as it was sent until a later task takes it over. */
export interface HydrationGate {
  isOpen: boolean;
  opening: Promise<void>;
  open(): void;
}

/** Longest time that parts take over in one task, before input and drawing have their turn. */
const sliceMs = 20;

/** Gates of parts that wait, in the order of the page; null = the page is not being hydrated. */
let shut: HydrationGate[] | null = null;
let isOver = false;

/** Returns true once the page has been taken over: what is drawn then was not sent. */
export const isHydrationOver = (): boolean => isOver;

/** Returns a gate for a part while the page is being hydrated; null when it is drawn at once. */
export function createHydrationGate(): HydrationGate | null {
  if (!shut) return null;
  let resolve = () => {};
  const opening = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  const gate: HydrationGate = {
    isOpen: false,
    opening,
    open: () => {
      gate.isOpen = true;
      resolve();
    },
  };
  shut.push(gate);
  return gate;
}

/** Opens a gate, and goes on when its part has been taken over: its boundary waits for the same promise, first. */
async function openGate(gate: HydrationGate): Promise<void> {
  gate.open();
  await gate.opening;
  await null;
}

async function openSome(gates: HydrationGate[]): Promise<void> {
  const end = performance.now() + sliceMs;
  performance.mark("hydrating");
  for (let gate = gates.shift(); gate; gate = performance.now() < end ? gates.shift() : undefined) await openGate(gate);
  performance.mark("hydrated");
}

/** Waits for the next task: input and drawing come first. */
const nextTask = () => new Promise((next) => setTimeout(next));

/**
 * Takes the page over, then its parts, some in each task: a long list never keeps an input waiting. Tests read the
 * marks.
 */
export async function hydrateInParts(hydrate: () => void): Promise<void> {
  const gates: HydrationGate[] = [];
  shut = gates;
  await nextTask();
  hydrate();
  performance.mark("hydrated");
  while (gates.length > 0) {
    await nextTask();
    await openSome(gates);
  }
  shut = null;
  isOver = true;
}
