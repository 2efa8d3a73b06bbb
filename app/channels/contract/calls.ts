import { z } from "zod";
import type { ChannelCall } from "./contract";
import type { SubscriberMessage, TeamMessage } from "./messages";

/** An address with which whoever has it may post. */
export const postingAddress = (title: string, error: string, protocol: RegExp = /^https?$/, hostname?: RegExp) =>
  z
    .url({ protocol, ...(hostname ? { hostname } : {}), error })
    .max(1000)
    .meta({ title, secret: true });

/** A server that people run themselves, often in a private network without TLS. */
export const ownServer = (title: string, error: string) =>
  z
    .url({ protocol: /^https?$/, error })
    .max(300)
    .meta({ title });

/** A path of such a server, however its address was typed. */
export const onServer = (server: string, path: string): string => `${server.replace(/(?<!\/)\/+$/, "")}${path}`;

/** JSON, as most of them want it. */
export const jsonCall = (
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  method: "POST" | "PUT" | "PATCH" = "POST",
): ChannelCall => ({
  url,
  method,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

interface Told<Settings> {
  message: TeamMessage | SubscriberMessage;
  settings: Settings;
  state: string | null;
}

/** For kinds that print both messages alike. */
export const toBoth = <Settings>(compose: (told: Told<Settings>) => readonly ChannelCall[]) => ({
  team: (told: Told<Settings>) => compose(told),
  subscriber: (told: Told<Settings>) => compose(told),
});
