import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

const open = new Set<Server>();
afterAll(() => {
  for (const each of open) {
    each.closeAllConnections();
    each.close();
  }
});

/**
 * Serves HTTP on a port of this machine until the file's tests are done; returns its address, without a trailing slash.
 */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  open.add(server);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
