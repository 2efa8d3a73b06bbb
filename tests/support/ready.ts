import type { Running } from "./child";

/** Waits until a server answers 200 at this address; rejects with its output when it ends first or takes too long. */
export async function untilReady(address: string, running: Running, seconds = 30): Promise<void> {
  const ended = running.ended.then((code) => {
    throw new Error(`It ended with ${code}:\n${running.output()}`);
  });
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const answer = await Promise.race([fetch(address).catch(() => null), ended]);
    if (answer?.ok) return;
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 100)), ended]);
  }
  throw new Error(`Not ready within ${seconds} s:\n${running.output()}`);
}
