import { hostOrAsWritten } from "~/net/host-name";

/**
 * What a public network of probes may be asked about a thing: where it is. No header, body or query has a place in it, and
 * so no secret of the settings.
 */
export type PublicQuestion =
  | { type: "http"; host: string; port: number; path: string; tls: boolean; method: "GET" | "HEAD" }
  | { type: "tcp"; host: string; port: number }
  | { type: "dns"; name: string; record: string };

/** What one probe was answered: an HTTP status, packets that came back, or the records of a name. */
export type PublicAnswer =
  | { type: "http"; status: number }
  | { type: "tcp"; received: number }
  | { type: "dns"; code: number; records: readonly { type: string; value: string }[] };

/** What was found here, as far as it decides whether strangers are worth asking. */
export interface FoundHere {
  verdict: "up" | "degraded" | "down" | "none";
  code: string;
  milliseconds: number | null;
}

/** How a kind has the same thing looked at by strangers. */
export interface PublicLook {
  question: PublicQuestion;
  /** Whether their answer could say anything of what was found here. */
  covers(found: FoundHere): boolean;
  /** Null where what they were asked differs too much from what the monitor asks. */
  isWell(answer: PublicAnswer): boolean | null;
}

/** It answers again, or nobody could be reached: strangers can tell. What it answered is not theirs to judge. */
export const isAboutReaching = ({ verdict, milliseconds }: FoundHere): boolean =>
  verdict === "up" || (verdict === "down" && milliseconds === null);

/** Whether a port of a host takes connections. */
export const tcpLook = ({ host, port }: { host: string; port: number }): PublicLook => ({
  question: { type: "tcp", host: hostOrAsWritten(host), port },
  covers: isAboutReaching,
  isWell: (answer) => (answer.type === "tcp" ? answer.received > 0 : null),
});

/** The question about a web address; null for what is none. */
export function httpQuestion(address: string, method: string): Extract<PublicQuestion, { type: "http" }> | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const tls = url.protocol === "https:";
  const port = Number(url.port) || (tls ? 443 : 80);
  return {
    type: "http",
    host: hostOrAsWritten(url.hostname),
    port,
    path: url.pathname,
    tls,
    method: method === "GET" ? "GET" : "HEAD",
  };
}
