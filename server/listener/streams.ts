import type { ServerResponse } from "node:http";
import type { ReverseProxyLimits } from "./front-limits.ts";

/** Streamed answers. Each occupies a connection of the worker until its client has read it. */
export class ConcurrentStreamLimiter {
  private readonly clients = new Map<string, number>();
  private count = 0;

  private readonly limits: Pick<ReverseProxyLimits, "streams" | "streamsOfOne" | "streamTime">;

  constructor(limits: Pick<ReverseProxyLimits, "streams" | "streamsOfOne" | "streamTime">) {
    this.limits = limits;
  }

  /** Takes a place until the answer is over; returns false when there is none. */
  take(client: string, response: ServerResponse): boolean {
    const own = this.clients.get(client) ?? 0;
    const { streams, streamsOfOne, streamTime } = this.limits;
    if (own >= streamsOfOne || this.count >= streams || response.destroyed) return false;
    this.clients.set(client, own + 1);
    this.count += 1;
    const late = setTimeout(() => response.destroy(), streamTime);
    response.once("close", () => {
      clearTimeout(late);
      this.count -= 1;
      const left = (this.clients.get(client) ?? 1) - 1;
      if (left > 0) this.clients.set(client, left);
      else this.clients.delete(client);
    });
    return true;
  }
}
