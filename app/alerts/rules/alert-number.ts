/** Name of an alert by the first 32 bits of its own part of its id, for APIs whose alerts have a short number. */
export interface AlertNumberReference {
  number: string;
}

const hexDigits = 8;

/** Returns the number for an id `<source>.<24 hexadecimal digits>`: a whole number below 2^32 that never changes. */
export function alertNumberOf(id: string): string {
  const own = id.slice(id.indexOf(".") + 1);
  return String(Number.parseInt(own.slice(0, hexDigits), 16));
}

const ownPart = /^[0-9a-f]{24}$/;

/** Returns the prefix of the id that a full id or a number stands for; null when no alert of the source can have it. */
export function alertIdPrefixOf(sourceId: string, name: AlertNumberReference | { id: string }): string | null {
  if ("id" in name) {
    const own = name.id.slice(sourceId.length + 1);
    return name.id === `${sourceId}.${own}` && ownPart.test(own) ? name.id : null;
  }
  if (!/^\d{1,10}$/.test(name.number) || Number(name.number) >= 2 ** 32) return null;
  return `${sourceId}.${Number(name.number).toString(16).padStart(hexDigits, "0")}`;
}
