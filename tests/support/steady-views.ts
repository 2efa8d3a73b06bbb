const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, Math.max(0, milliseconds)));

export interface Views {
  /** ms until each complete answer, sorted. */
  times: number[];
  /** Number of answers other than 200. */
  failed: number;
}

/** Opens these addresses in turn, twenty a second, whether or not earlier ones have answered, for so many seconds. */
export async function viewSteadily(urls: readonly string[], seconds: number): Promise<Views> {
  const seen: Views = { times: [], failed: 0 };
  const begun = performance.now();
  const view = async (url: string) => {
    const asked = performance.now();
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    seen.times.push(performance.now() - asked);
    if (answer?.status !== 200) seen.failed += 1;
  };
  const open: Promise<void>[] = [];
  for (let at = 0; at < seconds * 20; at++) {
    await wait(begun + at * 50 - performance.now());
    open.push(view(urls[at % urls.length] as string));
  }
  await Promise.all(open);
  return { ...seen, times: seen.times.sort((one, other) => one - other) };
}
