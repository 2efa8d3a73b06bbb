// Refreshes the list of registries that answer by RDAP: npm run registries [-- a saved copy of IANA's document]
import { readFile, writeFile } from "node:fs/promises";

const source = "https://data.iana.org/rdap/dns.json";
const kept = new URL("../app/monitors/contract/domain/registries.json", import.meta.url);

/**
 * Returns the address without its last slash; `*` replaces a part that is the name itself, so that most addresses are
 * the same.
 */
const patternOf = (address, name) =>
  address
    .replace(/\/$/, "")
    .split(/([./])/)
    .map((part) => (part === name ? "*" : part))
    .join("");

/** RFC 9224: `services` are pairs of names and addresses; of several addresses HTTPS is to be preferred. */
function byPattern(services) {
  const patterns = new Map();
  for (const [names, addresses] of services) {
    const address = addresses.find((each) => each.startsWith("https:")) ?? addresses[0];
    for (const name of names) {
      const pattern = patternOf(address, name);
      patterns.set(pattern, [...(patterns.get(pattern) ?? []), name]);
    }
  }
  return [...patterns].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function sharedLength(one, other) {
  let length = 0;
  while (length < 25 && length < one.length && one[length] === other[length]) length++;
  return length;
}

/**
 * Sorts names and shortens each by the prefix that it shares with the name before. A means no shared letter, B one
 * letter, and so on.
 */
const packed = (names) =>
  names
    .toSorted()
    .map((name, n, all) => {
      const shared = sharedLength(name, all[n - 1] ?? "");
      return String.fromCharCode(65 + shared) + name.slice(shared);
    })
    .join("");

const saved = process.argv[2];
const text = saved ? await readFile(saved, "utf8") : await (await fetch(source)).text();
const { publication, services } = JSON.parse(text);
const servers = Object.fromEntries(byPattern(services).map(([pattern, names]) => [pattern, packed(names)]));
await writeFile(kept, `${JSON.stringify({ source, publication, servers }, null, 2)}\n`);
process.stdout.write(`${services.length} services, published ${publication}\n`);
