/**
 * True for another process that is alive. In a container every start has the same number, so our own number means an
 * earlier start.
 */
export function isOtherProcessAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
