/** What the operator sets so that a proxy is believed about the client it speaks for. */
export const trustedProxySetting = "UPFRONT_TRUST_PROXY";

/** How a proxy is told to write the header itself, in place of what its client wrote. */
export const headerLines = {
  nginx: "proxy_set_header X-Forwarded-For $remote_addr;",
  caddy: "header_up X-Forwarded-For {remote_host}",
} as const;

/** A private address from which requests come with a header of proxies, although no proxy there is trusted. */
export interface UntrustedProxy {
  address: string;
  header: string;
}

/** What the machine has seen of them. */
export interface UntrustedProxies {
  proxies: UntrustedProxy[];
  /** What UPFRONT_TRUST_PROXY would have to be to trust them, too. */
  value: string;
}

export const noneUntrusted: UntrustedProxies = { proxies: [], value: "" };

/** What to do, for a log and for programs. Without a value where strangers read it: addresses are the operator's. */
export const trustAdvice = (value = "its address"): string =>
  [
    "All visitors behind it count as one and share the limits of one.",
    `If it is your proxy, let it set the header (nginx: ${headerLines.nginx} Caddy: ${headerLines.caddy})`,
    `and start with ${trustedProxySetting} set to ${value}.`,
  ].join(" ");
