import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SocketConnector } from "~/http/safe-fetch";

/** Cloudflare's answers for a host that is away, by cause. */
const away: Record<string, [status: number, body: string]> = {
  /** https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/ */
  refused: [521, "error code: 521"],
  silent: [522, "error code: 522"],
  /** https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/ */
  unresolved: [530, "error code: 1016"],
  /** https://developers.cloudflare.com/workers/platform/known-issues/: a bare address. */
  address: [403, "error code: 1003"],
  page: [522, '<!DOCTYPE html><div id="cf-error-details"><h1>Connection timed out</h1></div>'],
};

/**
 * Answers to our calls on Cloudflare: `/away/<how>` is a host that is away, `/origin/<status>` one that answers itself.
 */
export class Edge {
  url = "";
  /** True when every origin answers 500. */
  broken = false;
  /** Most calls that were open at once. */
  most = 0;
  private now = 0;
  private readonly server = createServer((request, response) => {
    this.now += 1;
    this.most = Math.max(this.most, this.now);
    const [, kind, what = ""] = (request.url ?? "").split("/");
    const origin: [number, string] = [this.broken ? 500 : Number(what), '{"from":"the origin"}'];
    const [status, body] = kind === "away" ? (away[what] ?? [520, ""]) : origin;
    setTimeout(() => {
      this.now -= 1;
      response.writeHead(status, { server: "cloudflare", "cf-ray": "1" }).end(body);
    }, 5);
  });

  async open(): Promise<void> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** Cloudflare's own ranges, https://www.cloudflare.com/ips/ */
const ownRange = /^(104\.(1[6-9]|2[0-7])|172\.(6[4-9]|7[01])|162\.15[89])\./;

/** Answers `connect()` with the errors of https://developers.cloudflare.com/workers/runtime-apis/tcp-sockets/ */
export const edgeConnect: SocketConnector = async ({ host }) => {
  if (ownRange.test(host)) throw new Error("proxy request failed, cannot connect to the specified address");
  throw new Error("proxy request failed, connection refused");
};
