/**
 * Domain of the demo's company, which cannot be registered (RFC 2606): its target answers only when a start with the
 * demo allows it.
 */
export const demoDomain = "larkfield.example";

/**
 * Names that no public server has: RFC 6761, 6762, 8375, 9476, ICANN's .internal, and the metadata services of clouds.
 */
export const privateHostNames = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "home.arpa",
  "lan",
  "mail",
  "onion",
  "alt",
  "test",
  "invalid",
  "arpa",
  "svc",
  "cluster",
  demoDomain,
];

/** Public DNS services whose names resolve to any address of the asker's choice, or always to this machine. */
export const wildcardDnsDomains = [
  "nip.io",
  "sslip.io",
  "xip.io",
  "ip6.name",
  "localtest.me",
  "lvh.me",
  "lacolhost.com",
  "vcap.me",
  "traefik.me",
  "backname.io",
  "localho.st",
  "local.gd",
  "fuf.me",
  "127-0-0-1.org.uk",
  "1u.ms",
  "rbndr.us",
];
