import { connect } from "node:net";
import { httpRequestHead } from "./doors.ts";

const [address = "", count = "0", addresses = "1"] = process.argv.slice(2);
const url = new URL(address);

/** Returns one of this machine's loopback addresses, each of which is a separate client. */
const addressOf = (index: number) => `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`;

/**
 * Opens a client. Half of the clients start a form, the others a request head; a disconnected client connects again.
 */
function open(index: number): void {
  const form = `${httpRequestHead("/p50/subscribe", "Content-Length: 1000\r\n", "POST")}x`;
  const said = index % 2 === 0 ? form : httpRequestHead("/p50").slice(0, -2);
  const localAddress = addressOf(index % Number(addresses));
  const socket = connect({ host: url.hostname, port: Number(url.port), localAddress });
  socket.on("connect", () => socket.write(said));
  socket.on("error", () => undefined);
  socket.on("data", () => undefined);
  socket.on("close", () => setTimeout(() => open(index), 1000));
}

for (let index = 0; index < Number(count); index++) setTimeout(() => open(index), index);
process.stdin.on("end", () => process.exit(0)).resume();
