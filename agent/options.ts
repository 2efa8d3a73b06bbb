import { readFileSync } from "node:fs";
import tls from "node:tls";
import { parseArgs } from "node:util";

const texts = ["url", "secret-file", "spool", "ca", "cert", "key", "dns"].map((name) => [name, { type: "string" }]);
const ticks = ["once", "insecure", "metadata"].map((name) => [name, { type: "boolean" }]);
const { values: flags } = parseArgs({ options: Object.fromEntries([...texts, ...ticks]) }) as {
  values: Record<string, string | boolean | undefined>;
};

const variable = (name: string) => process.env[`UPFRONT_AGENT${name}`] || undefined;

/** Reads a flag, else its variable: `--secret-file` is UPFRONT_AGENT_SECRET_FILE. */
export const readOption = (name: string): string | undefined =>
  flags[name]?.toString() ?? variable(name === "url" ? "" : `_${name.toUpperCase().replace("-", "_")}`);

/** Ends the program, which cannot start with these options. */
export function exitWithMessage(why: string): never {
  console.error(why);
  process.exit(2);
}

function fileOf(name: string): string | undefined {
  const path = readOption(name);
  try {
    return path && readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    exitWithMessage(`--${name} ${path} cannot be read (${code}). Name a file that this user may read.`);
  }
}

const address = readOption("url")?.replace(/\/$/, "") ?? "";
const secret = (fileOf("secret-file") ?? variable("_SECRET"))?.trim() ?? "";
if (!URL.canParse(address) || secret === "")
  exitWithMessage("Set UPFRONT_AGENT to the agent's address, and UPFRONT_AGENT_SECRET to its signing secret.");

const { protocol, hostname, origin, pathname } = new URL(address);
const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
/**
 * Settings with their secrets, and the addresses to call, are sent this way: without TLS anyone on the way can read and
 * change them.
 */
if (protocol === "http:" && !isHere && !readOption("insecure"))
  exitWithMessage(
    "The agent's address is not https. UPFRONT_AGENT_INSECURE=1 lets secrets travel in the clear all the same.",
  );

const [ownCa, cert, key] = [fileOf("ca"), fileOf("cert"), fileOf("key")];

export const agentProgramOptions = {
  address,
  secret,
  /** Address for the log, without its other parts. */
  shownAddress: origin + pathname,
  spool: readOption("spool") ?? "upfront-agent.spool.json",
  once: flags.once === true,
  allowsMetadata: readOption("metadata") !== undefined,
  dnsServers: readOption("dns")?.split(",") ?? null,
  /** Options of every connection with TLS. */
  trust: { ...(ownCa ? { ca: [...tls.rootCertificates, ownCa] } : {}), ...(cert ? { cert, key } : {}) },
};
