// Refreshes the list of registries that answer by RDAP: npm run registries [-- a saved copy of IANA's document]
import { readFile, writeFile } from "node:fs/promises";

const source = "https://data.iana.org/rdap/dns.json";
const kept = new URL("../app/monitors/domain/registries.json", import.meta.url);

/** RFC 9224: `services` are pairs of names and addresses; of several addresses HTTPS is to be preferred. */
function byServer(services) {
  const servers = new Map();
  for (const [names, addresses] of services) {
    const address = addresses.find((each) => each.startsWith("https:")) ?? addresses[0];
    servers.set(address, [...(servers.get(address) ?? []), ...names]);
  }
  const inOrder = [...servers].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(inOrder.map(([address, names]) => [address, names.toSorted().join(" ")]));
}

const saved = process.argv[2];
const text = saved ? await readFile(saved, "utf8") : await (await fetch(source)).text();
const { publication, services } = JSON.parse(text);
await writeFile(kept, `${JSON.stringify({ source, publication, servers: byServer(services) }, null, 2)}\n`);
process.stdout.write(`${services.length} services, published ${publication}\n`);
