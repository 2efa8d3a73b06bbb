/** Returns a function that gives the CPU time of this process since, in ms; other processes do not count. */
export function cpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
