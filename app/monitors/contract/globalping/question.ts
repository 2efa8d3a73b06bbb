import { normaliseHostOrKeepText } from "~/net/host-name";

/**
 * Question about a target for a public network of probes: its address only. It has no field for a header, a body or a
 * query, so no secret of the settings can be in it.
 */
export type ProbeQuestion =
  | { type: "http"; host: string; port: number; path: string; tls: boolean; method: "GET" | "HEAD" }
  | { type: "tcp"; host: string; port: number }
  | { type: "dns"; name: string; record: string };

/** The data that one probe received: an HTTP status, packets, or the records of a name. */
export type ProbeResponse =
  | { type: "http"; status: number }
  | { type: "tcp"; received: number }
  | { type: "dns"; code: number; records: readonly { type: string; value: string }[] };

/** The part of our own finding that decides whether a public network is asked. */
export interface LocalFinding {
  verdict: "up" | "degraded" | "down" | "none";
  code: string;
  milliseconds: number | null;
}

/** The way in which a kind lets a public network check the same target. */
export interface PublicProbeCheck {
  question: ProbeQuestion;
  /** Returns true when the probes' answer could confirm or refute our finding. */
  covers(found: LocalFinding): boolean;
  /** Returns null when the probes' request differs too much from the monitor's own. */
  isWell(answer: ProbeResponse): boolean | null;
}

/**
 * True when the target responds again or could not be reached, which public probes can decide. They cannot judge the
 * content of a response.
 */
export const isReachabilityFinding = ({ verdict, milliseconds }: LocalFinding): boolean =>
  verdict === "up" || (verdict === "down" && milliseconds === null);

/** Returns the question whether a port of a host accepts connections. */
export const tcpProbeCheck = ({ host, port }: { host: string; port: number }): PublicProbeCheck => ({
  question: { type: "tcp", host: normaliseHostOrKeepText(host), port },
  covers: isReachabilityFinding,
  isWell: (answer) => (answer.type === "tcp" ? answer.received > 0 : null),
});

/** Returns the question about a web address; null when it is not one. */
export function httpProbeQuestion(address: string, method: string): Extract<ProbeQuestion, { type: "http" }> | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const tls = url.protocol === "https:";
  const port = Number(url.port) || (tls ? 443 : 80);
  return {
    type: "http",
    host: normaliseHostOrKeepText(url.hostname),
    port,
    path: url.pathname,
    tls,
    method: method === "GET" ? "GET" : "HEAD",
  };
}
