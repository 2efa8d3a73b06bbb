import type { AddressInfo, Server } from "node:net";

/** The address of a server of this machine, once it listens there. */
export async function listenHere(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
