import { readFileSync } from "node:fs";
import { type Hook, startHook } from "./hook";
import { root } from "./sources";

const saved = (path: string) => readFileSync(`${root}/tests/fixtures/${path}`);

/** Path of each status page format, and a vendor's real answer there. */
const documents: Record<string, string> = {
  "/public/currentevents": "vendor-status/real/aws.json",
  "/incidents.json": "vendor-status/googlecloud.json",
  "/api/v2.0.0/current": "vendor-status/real/slack-current.json",
  "/index.json": "vendor-status/real/betterstack-vapi.json",
  "/v2/components.json": "vendor-status/real/instatus.json",
  "/api/v1/summary": "vendor-status/real/incidentio.json",
  "/api/v2/summary.json": "statuspage-v2/discord-2022/summary.json",
  "/acme/api/v2/summary.json": "vendor-status/upfront.json",
  "/azure.xml": "vendor-status/real/azure.xml",
  "/openai.atom": "vendor-status/real/openai.atom",
};

/** Encodes AWS's answer, which is in UTF-16 with a mark. */
const utf16 = (text: Buffer) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text.toString(), "utf16le")]);

/** Moves a feed's dates to now, because an entry counts as past a day after its last update. */
const ofNow = (text: string) =>
  text
    .replace(/<pubDate>[^<]*/g, `<pubDate>${new Date().toUTCString()}`)
    .replace(/<updated>[^<]*/g, `<updated>${new Date().toISOString()}`);

function bodyOf(path: string): string | Buffer | null {
  const name = documents[path];
  if (name === undefined) return null;
  if (name.endsWith("aws.json")) return utf16(saved(name));
  return /\.(?:xml|atom)$/.test(name) ? ofNow(saved(name).toString()) : saved(name);
}

/** Starts one server that answers like each of these vendors. */
export async function startVendors(): Promise<Hook> {
  const hook = await startHook();
  hook.answer(({ path }) => {
    const body = bodyOf(path);
    return body === null ? { status: 404, text: "Not found" } : { status: 200, text: body };
  });
  return hook;
}
