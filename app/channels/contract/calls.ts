import { z } from "zod";
import type { ChannelCall } from "./contract";
import type { SubscriberMessage, TeamMessage } from "./messages";

/** A URL that allows anyone who has it to post. */
export const postingUrlSchema = (title: string, error: string, protocol: RegExp = /^https?$/, hostname?: RegExp) =>
  z
    .url({ protocol, ...(hostname ? { hostname } : {}), error })
    .max(1000)
    .meta({ title, secret: true });

/** A server that people run themselves, often in a private network without TLS. */
export const ownServerUrlSchema = (title: string, error: string) =>
  z
    .url({ protocol: /^https?$/, error })
    .max(300)
    .meta({ title });

/** Returns the URL of a path on such a server, with or without a slash at the end of the server's address. */
export const urlOnServer = (server: string, path: string): string => `${server.replace(/(?<!\/)\/+$/, "")}${path}`;

/** Returns a call with a JSON body. */
export const jsonChannelCall = (
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

interface ChannelMessage<Settings> {
  message: TeamMessage | SubscriberMessage;
  settings: Settings;
  state: string | null;
}

/** Returns the functions of a kind that formats both messages alike. */
export const composersForBothMessages = <Settings>(
  compose: (told: ChannelMessage<Settings>) => readonly ChannelCall[],
) => ({
  team: (told: ChannelMessage<Settings>) => compose(told),
  subscriber: (told: ChannelMessage<Settings>) => compose(told),
});
