/** What the runtime lets run at once in one invocation. https://developers.cloudflare.com/workers/platform/limits/ */
const atOnce = 6;

/** Six hands take one task after the other; a hand rests when its task says `false`. */
export async function inHands(tasks: readonly (() => Promise<boolean>)[]): Promise<void> {
  let next = 0;
  const hand = async () => {
    for (let task = tasks[next++]; task; task = tasks[next++]) if (!(await task())) return;
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
}
