import type { AddressInfo, Server } from "node:net";

/** Returns the address of a server on this machine, once it is listening. */
export async function listenHere(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
