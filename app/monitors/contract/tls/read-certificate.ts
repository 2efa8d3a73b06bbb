import { X509Certificate } from "node:crypto";
import { says } from "~/failures/refusal";
import type { Connection } from "~/platform/outbound";
import { ascii, joined, NoTls, numberBytes, Reader, vectorOf } from "./bytes";
import { clientHello, type Introduction, readServerHello, type ServerHello, type Suite, suites } from "./hello";
import { digest, makeKeys, openRecord, serverKeys, type TrafficKeys } from "./keys";
import { isProven, type Signature } from "./proof";

/** What a server shows of itself before anything is said under TLS. */
export interface Shown {
  version: "1.2" | "1.3";
  /** As the server sent them, its own first. */
  chain: X509Certificate[];
  /** It signed with the certificate's key; null where this handshake holds no signature (RSA key exchange). */
  proven: boolean | null;
  /** It asked for a certificate of the client. */
  asksForClient: boolean;
}

const mostBytes = 128 * 1024;
const longestRecord = 16_384 + 256;

/** The bytes of a connection, as many at a time as are asked for. */
export function bytesOf(readable: Connection["readable"]) {
  const reader = readable.getReader();
  let [kept, total] = [new Uint8Array() as Uint8Array, 0];
  return {
    async take(count: number): Promise<Uint8Array> {
      while (kept.length < count) {
        const { done, value } = await reader.read();
        if (done) throw new NoTls(says("The connection ended."));
        total += value.length;
        if (total > mostBytes) throw new NoTls(says("It sends too much."));
        kept = joined(kept, value);
      }
      const taken = kept.slice(0, count);
      kept = kept.subarray(count);
      return taken;
    },
    /** The connection is somebody else's to read from now on. */
    release: () => reader.releaseLock(),
    /** A line without its end. */
    async line(): Promise<string> {
      let text = "";
      for (;;) {
        const byte = (await this.take(1))[0] as number;
        if (byte === 10) return text.replace(/\r$/, "");
        text += String.fromCharCode(byte);
        if (text.length > 2000) throw new NoTls(says("A line is too long."));
      }
    },
  };
}

export type Incoming = ReturnType<typeof bytesOf>;

interface Message {
  type: number;
  body: Uint8Array;
  /** With its head, as it counts for what is signed. */
  whole: Uint8Array;
}

/** Handshake messages in their order, of however many records; decrypted from when there are keys. */
function messagesOf(incoming: Incoming) {
  let [kept, number] = [new Uint8Array() as Uint8Array, 0];
  let keys: TrafficKeys | null = null;
  const record = async () => {
    const header = await incoming.take(5);
    const head = new Reader(header);
    const [type, , length] = [head.number(1), head.number(2), head.number(2)];
    if (type < 20 || type > 23 || length > longestRecord) throw new NoTls(says("It does not speak TLS."));
    const sealed = await incoming.take(length);
    if (type !== 23) return { type, body: sealed };
    if (keys === null) throw new NoTls(says("It encrypts too early."));
    return openRecord(keys, number++, header, sealed);
  };
  return {
    decrypt(by: TrafficKeys) {
      keys = by;
    },
    async next(): Promise<Message> {
      for (;;) {
        const length = kept.length >= 4 ? new Reader(kept.subarray(1)).number(3) : Number.POSITIVE_INFINITY;
        if (kept.length >= 4 + length) {
          const whole = kept.slice(0, 4 + length);
          kept = kept.subarray(4 + length);
          return { type: whole[0] as number, body: whole.subarray(4), whole };
        }
        const { type, body } = await record();
        if (type === 21) throw new NoTls(says("It refuses: alert {{alert}}.", { alert: body[1] ?? 0 }));
        if (type === 22) kept = joined(kept, body);
        if (kept.length > mostBytes) throw new NoTls(says("It sends too much."));
      }
    },
  };
}

type Messages = ReturnType<typeof messagesOf>;

async function nextOf(messages: Messages, seen: Uint8Array[], ...types: readonly number[]): Promise<Message> {
  for (;;) {
    const message = await messages.next();
    if (message.type === types[0]) return message;
    seen.push(message.whole);
    if (!types.includes(message.type)) throw new NoTls(says("It sends another message than it should."));
  }
}

/** The list of a Certificate message; of TLS 1.3 each has extensions behind it (RFC 8446 §4.4.2, RFC 5246 §7.4.2). */
function chainOf(body: Uint8Array, isNewer: boolean): X509Certificate[] {
  const reader = new Reader(body);
  if (isNewer) reader.vector(1);
  const list = new Reader(reader.vector(3));
  const chain: X509Certificate[] = [];
  while (list.left > 0 && chain.length < 10) {
    const der = list.vector(3);
    if (isNewer) list.vector(2);
    chain.push(new X509Certificate(der));
  }
  if (chain.length === 0) throw new NoTls(says("It shows no certificate."));
  return chain;
}

/** A scheme, and the signature by it (RFC 8446 §4.4.3, RFC 5246 §4.7). */
const signatureOf = (reader: Reader, signed: Signature["signed"]): Signature => ({
  scheme: reader.number(2),
  signed,
  signature: joined(reader.vector(2)),
});

/** RFC 8446 §4.4.3. */
const signedBefore = joined(new Uint8Array(64).fill(32), ascii("TLS 1.3, server CertificateVerify"), [0]);

interface Greeting {
  messages: Messages;
  hello: ServerHello;
  /** All hellos, as they count for keys and signature. */
  said: Uint8Array[];
}

function suiteOf({ suite }: ServerHello): Suite {
  const found: Suite | undefined = suites[suite as keyof typeof suites];
  if (found === undefined) throw new NoTls(says("It chose what we did not offer."));
  return found;
}

async function newer({ messages, hello, said }: Greeting, shared: Uint8Array<ArrayBuffer>): Promise<Shown> {
  const suite = suiteOf(hello);
  messages.decrypt(await serverKeys(suite, shared, await digest(suite, ...said)));
  const seen = [...said];
  // Encrypted extensions, and perhaps a request for a certificate of ours.
  const certificates = await nextOf(messages, seen, 11, 8, 13);
  seen.push(certificates.whole);
  const chain = chainOf(certificates.body, true);
  const signature = new Reader((await nextOf(messages, [], 15)).body);
  const signed = joined(signedBefore, await digest(suite, ...seen));
  const proven = await isProven(chain[0] as X509Certificate, signatureOf(signature, signed));
  return { version: "1.3", chain, proven, asksForClient: seen.some(([type]) => type === 13) };
}

/** RFC 5246 §7.4.3, RFC 8422 §5.4: the server signs its key of the curve, and both randoms. */
function isExchangeProven(certificate: X509Certificate, body: Uint8Array, randoms: readonly Uint8Array[]) {
  const reader = new Reader(body);
  if (reader.number(1) !== 3) throw new NoTls(says("It names no curve."));
  reader.number(2);
  reader.vector(1);
  const key = body.subarray(0, body.length - reader.left);
  return isProven(certificate, signatureOf(reader, joined(...randoms, key)));
}

async function older({ messages, hello }: Greeting, random: Uint8Array): Promise<Shown> {
  const chain = chainOf((await nextOf(messages, [], 11)).body, false);
  // A status of the certificate may come before the key, and where the key is RSA's there is none: 14 is the end.
  const next = await messages.next();
  const exchange = next.type === 22 ? await messages.next() : next;
  if (exchange.type !== 12) return { version: "1.2", chain, proven: null, asksForClient: exchange.type === 13 };
  const proven = await isExchangeProven(chain[0] as X509Certificate, exchange.body, [random, hello.random]);
  // Who breaks off here has shown its certificate all the same.
  const last = await messages.next().catch(() => null);
  return { version: "1.2", chain, proven, asksForClient: last?.type === 13 };
}

async function send({ writable }: Connection, hello: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  await writer.write(joined([22, 3, 1], numberBytes(hello.length, 2), hello));
  writer.releaseLock();
}

/** Of a first hello that is said again only its hash counts (RFC 8446 §4.4.1). */
async function hashed(hello: ServerHello, first: Uint8Array): Promise<Uint8Array> {
  return joined([254], vectorOf(3, await digest(suiteOf(hello), first)));
}

/** Says hello, and once more where the server gives a cookie to see that somebody is there (RFC 8446 §4.1.4). */
async function meet(connection: Connection, incoming: Incoming, own: Introduction): Promise<Greeting> {
  const messages = messagesOf(incoming);
  const say = async (introduction: Introduction) => {
    const greeting = clientHello(introduction);
    await send(connection, greeting);
    const answer = await nextOf(messages, [], 2);
    return { greeting, answer: answer.whole, hello: readServerHello(answer.body) };
  };
  const first = await say(own);
  const { cookie } = first.hello;
  if (cookie === null) return { messages, hello: first.hello, said: [first.greeting, first.answer] };
  const second = await say({ ...own, cookie });
  if (second.hello.cookie !== null) throw new NoTls(says("It sends another message than it should."));
  const before = [await hashed(first.hello, first.greeting), first.answer];
  return { messages, hello: second.hello, said: [...before, second.greeting, second.answer] };
}

async function greet(connection: Connection, incoming: Incoming, name: string): Promise<Shown> {
  const { shares, shared } = await makeKeys();
  // As new as the keys, which are made for this greeting alone.
  const random = new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...shares.map(({ key }) => key))));
  const met = await meet(connection, incoming, { name, random, shares });
  if (met.hello.version === 0x0304) return newer(met, await shared(met.hello.share));
  if (met.hello.version === 0x0303) return older(met, random);
  throw new NoTls(says("It speaks neither TLS 1.3 nor 1.2."));
}

/** Greets as a client of TLS, and reads as far as the server's certificate and its signature. Throws NoTls. */
export async function readCertificate(connection: Connection, incoming: Incoming, name: string): Promise<Shown> {
  try {
    return await greet(connection, incoming, name);
  } catch (error) {
    // A connection that broke, a key that is none, a certificate that cannot be read.
    throw error instanceof NoTls ? error : new NoTls(says("It breaks off, or says what TLS does not know."));
  }
}
