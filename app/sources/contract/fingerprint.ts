const offset = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;
const separator = 0xff;
const encoder = new TextEncoder();

const step = (sum: bigint, byte: number) => BigInt.asUintN(64, (sum ^ BigInt(byte)) * prime);

const hex = (sum: bigint) => sum.toString(16).padStart(16, "0");

/** Returns the 64-bit FNV-1a of a text, 16 hex digits. */
export const fnv64 = (text: string): string => hex([...encoder.encode(text)].reduce(step, offset));

/**
 * Returns the fingerprint as Alertmanager computes it: 64-bit FNV-1a over the sorted labels, 16 hex digits
 * (prometheus/common model/signature.go). For bodies of older versions, which omit it.
 */
export function alertmanagerFingerprint(labels: Record<string, string>): string {
  let sum = offset;
  const names = Object.keys(labels).sort();
  for (const name of names) {
    for (const byte of [...encoder.encode(name), separator, ...encoder.encode(labels[name]), separator]) {
      sum = step(sum, byte);
    }
  }
  return hex(sum);
}
