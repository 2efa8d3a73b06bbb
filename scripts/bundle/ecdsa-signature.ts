/** Bytes of each number, by the curve's number in COSE: P-256, P-384, P-521. */
const lengths: Record<number, number> = { 1: 32, 2: 48, 3: 66 };

const sequence = 0x30;
const integer = 0x02;

interface DerElement {
  contents: Uint8Array;
  /** Bytes after the element. */
  rest: Uint8Array;
}

/**
 * Reads the first element of DER, which must have this tag; signatures of these curves never need a length of more than
 * one byte.
 */
function element(bytes: Uint8Array, tag: number): DerElement {
  const [found, first = 0, second = 0] = bytes;
  const isLong = first === 0x81;
  const from = isLong ? 3 : 2;
  const end = from + (isLong ? second : first);
  if (found !== tag || (first > 0x7f && !isLong) || end > bytes.length) throw new Error("This is no ECDSA signature.");
  return { contents: bytes.subarray(from, end), rest: bytes.subarray(end) };
}

/** Pads a number: DER uses as few bytes as it needs, Web Crypto as many as the curve's order has. */
function padded(number: Uint8Array, length: number): Uint8Array {
  const begin = number.findIndex((byte) => byte !== 0);
  const digits = begin === -1 ? number.subarray(number.length) : number.subarray(begin);
  if (digits.length > length) throw new Error("A number of this signature is longer than its curve's order.");
  const whole = new Uint8Array(length);
  whole.set(digits, length - digits.length);
  return whole;
}

/**
 * Returns the two numbers of an authenticator's DER signature in a row, as Web Crypto reads them. It replaces the
 * library's function, which loads all of ASN.1.
 */
export function unwrapEC2Signature(signature: Uint8Array, curve: number): Uint8Array<ArrayBuffer> {
  const length = lengths[curve];
  if (length === undefined) throw new Error(`There is no ECDSA signature on the curve ${curve}.`);
  const pair = element(signature, sequence);
  const first = element(pair.contents, integer);
  const second = element(first.rest, integer);
  if (pair.rest.length > 0 || second.rest.length > 0) throw new Error("More than an ECDSA signature.");
  const numbers = new Uint8Array(2 * length);
  numbers.set(padded(first.contents, length));
  numbers.set(padded(second.contents, length), length);
  return numbers;
}
