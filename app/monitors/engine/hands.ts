/**
 * Maximum number of connections that the runtime opens at once in one invocation.
 * https://developers.cloudflare.com/workers/platform/limits/
 */
const maxConcurrentCalls = 6;

/** Runs tasks, six at a time; a worker of the six stops when its task returns `false`. */
export async function runTasksInParallel(tasks: readonly (() => Promise<boolean>)[]): Promise<void> {
  let next = 0;
  const hand = async () => {
    for (let task = tasks[next++]; task; task = tasks[next++]) if (!(await task())) return;
  };
  await Promise.all(Array.from({ length: maxConcurrentCalls }, hand));
}
