/**
 * A log on a disk that is full, or a terminal that is gone, takes lines away and not the service: without a listener Node
 * ends a process whose output fails. The worker's log comes through the same two streams.
 */
export function outlastLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
