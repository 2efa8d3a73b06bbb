import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeDns {
  /** Its address, in the form of UPFRONT_RESOLVER. */
  url: string;
  /** Its TXT records, by name. */
  texts: Map<string, string[]>;
  close(): Promise<void>;
}

/** Starts a resolver for DNS over HTTPS in JSON with records set by the test. */
export async function startDns(): Promise<FakeDns> {
  const texts = new Map<string, string[]>();
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://dns").searchParams.get("name") ?? "";
    const answers = (texts.get(name) ?? []).map((text) => ({ name, type: 16, TTL: 60, data: JSON.stringify(text) }));
    response.setHeader("content-type", "application/dns-json");
    response.end(JSON.stringify({ Status: answers.length > 0 ? 0 : 3, Answer: answers }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`,
    texts,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
