import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";

/** The type and data of a record on the wire. */
export interface WireRecord {
  type: number;
  data: Buffer;
}

const nameOf = (name: string) =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

const short = (value: number) => Buffer.from([value >> 8, value & 255]);
const long = (value: number) => Buffer.concat([short(value >>> 16), short(value & 0xffff)]);

export const a = (address: string): WireRecord => ({ type: 1, data: Buffer.from(address.split(".").map(Number)) });
export const mx = (priority: number, host: string): WireRecord => ({
  type: 15,
  data: Buffer.concat([short(priority), nameOf(host)]),
});
export const txt = (text: string): WireRecord => ({
  type: 16,
  data: Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]),
});
export const soa = (serial: number): WireRecord => ({
  type: 6,
  data: Buffer.concat([nameOf("ns.lan"), nameOf("admin.lan"), ...[serial, 3600, 600, 86_400, 60].map(long)]),
});

/** Returns the question's name and type, and its end. */
function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Returns the answer to a question: the records of its type; NXDOMAIN for an unknown name (RFC 1035, 4.1). */
function answerTo(message: Buffer, zone: ReadonlyMap<string, readonly WireRecord[] | "broken">): Buffer {
  const { name, type, end } = questionIn(message);
  const known = zone.get(name);
  const records = known && known !== "broken" ? known.filter((each) => each.type === type) : [];
  const code = known === undefined ? 3 : known === "broken" ? 2 : 0;
  const head = [message.subarray(0, 2), short(0x8580 | code), short(1), short(records.length), short(0), short(0)];
  const answers = records.flatMap((each) => [
    short(0xc00c),
    short(each.type),
    short(1),
    long(60),
    short(each.data.length),
    each.data,
  ]);
  return Buffer.concat([...head, message.subarray(12, end), ...answers]);
}

/** Starts a DNS server on a port of this machine (UDP), at `127.0.0.1:port`. */
export async function startDnsServer(zone: ReadonlyMap<string, readonly WireRecord[] | "broken">) {
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => socket.send(answerTo(message, zone), from.port, from.address));
  await new Promise<void>((ready) => socket.bind(0, "127.0.0.1", ready));
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, close: () => socket.close() };
}
