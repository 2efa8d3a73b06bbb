/** Setting by which the operator trusts a proxy's statement about its client. */
export const trustedProxySetting = "UPFRONT_TRUST_PROXY";

/** Lines of configuration with which a proxy writes the header itself, in place of its client's. */
export const proxyHeaderLines = {
  nginx: "proxy_set_header X-Forwarded-For $remote_addr;",
  caddy: "header_up X-Forwarded-For {remote_host}",
} as const;

/** A private address whose requests have a proxy's header, although no proxy there is trusted. */
export interface UntrustedProxy {
  address: string;
  header: string;
}

/** Untrusted proxies that this machine has seen. */
export interface UntrustedProxies {
  proxies: UntrustedProxy[];
  /** Value of UPFRONT_TRUST_PROXY that would trust them, too. */
  value: string;
}

export const noUntrustedProxies: UntrustedProxies = { proxies: [], value: "" };

/**
 * Returns advice for a log and for programs. Without a value when strangers can read it, because addresses are only for
 * the operator.
 */
export const trustProxyAdvice = (value = "its address"): string =>
  [
    "All visitors behind it count as one and share the limits of one.",
    `If it is your proxy, let it set the header (nginx: ${proxyHeaderLines.nginx} Caddy: ${proxyHeaderLines.caddy})`,
    `and start with ${trustedProxySetting} set to ${value}.`,
  ].join(" ");
