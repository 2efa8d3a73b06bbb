import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { WrongOptionError } from "../state/options.ts";

/** Converts a single address to a network, as workerd requires. */
function networkOf(text: string): string {
  const version = isIP(text);
  return version === 0 ? text : `${text}/${version === 4 ? 32 : 128}`;
}

const pem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Returns authorities that the person trusts besides the public ones, from Node's setting. */
function extraCertificates(file: string | undefined): string[] {
  if (!file) return [];
  try {
    return readFileSync(file, "utf8").match(pem) ?? [];
  } catch {
    throw new WrongOptionError(`NODE_EXTRA_CA_CERTS: ${file} cannot be read.`);
  }
}

/**
 * Returns the networks that the worker may reach: everything public, and the given private networks; without
 * `tlsOptions` there is no TLS at all.
 */
export const outboundNetworkOptions = (networks: readonly string[]) => ({
  allow: ["public", ...networks.map(networkOf)],
  tlsOptions: { trustBrowserCas: true, trustedCertificates: extraCertificates(process.env.NODE_EXTRA_CA_CERTS) },
});
