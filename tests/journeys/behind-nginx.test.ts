import { afterAll, beforeAll, expect, test } from "vitest";
import { proxyHeaderLines } from "~/net/trusted-proxy";
import { UntrustedProxyWatch } from "../../server/listener/untrusted-proxies.ts";
import { clientAt, type Front, openFront } from "../support/front";
import { startProxyNginx } from "../support/nginx";

/** The addresses of a real proxy and of its client: both are this machine's. */
const [proxy, client] = [clientAt(9), clientAt(1)];

let front: Front;
const untrusted = new UntrustedProxyWatch([], () => undefined);
beforeAll(async () => {
  front = await openFront((request, response) => void response.end(request.headers["cf-connecting-ip"]), {
    trustedProxies: [proxy],
    untrusted,
  });
});
afterAll(() => front.stop());

/** Whom we take the client for that wrote another's address, behind an nginx with this line. */
async function takenFor(line: string): Promise<string> {
  const nginx = await startProxyNginx(front.port, proxy, line);
  const headers = { "x-forwarded-for": "6.6.6.6" };
  const { body } = await front.ask("/", { port: nginx.port, localAddress: client, headers });
  await nginx.stop();
  return String(body);
}

test("a plain nginx passes on what its client wrote, so none is believed by default; with our line it names its client", async () => {
  expect(await takenFor("")).toBe("6.6.6.6");
  expect(await takenFor(proxyHeaderLines.nginx)).toBe(client);
  expect(untrusted.found(Date.now()).proxies).toEqual([{ address: proxy, header: "X-Forwarded-For" }]);
});
