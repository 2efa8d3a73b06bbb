/**
 * Lets the service survive a log on a full disk, or a closed terminal, by losing lines: without a listener Node ends a
 * process whose output fails. The worker's log uses the same two streams.
 */
export function ignoreLogErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
