import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { minuteMs } from "../../app/time/durations.ts";

/** Options of a start, from flags first and the environment second. */
export interface StartOptions {
  port: number;
  /** One address to listen on; null = every loopback address. */
  host: string | null;
  /** Folder of the embedded database, the secret and the lock. */
  state: string;
  /** True for options that were given; the others have their defaults. */
  named: { state: boolean; port: boolean };
  /** True = the first start makes the demo. */
  demo: boolean;
  /** True = when a newer version has migrated the database, the copy from before replaces it. */
  goBack: boolean;
  /** False = the database is migrated without a copy. */
  upgradeCopy: boolean;
  /** True = uses build/ as it is, without checking if the sources changed. */
  built: boolean;
  /** Bindings of the worker: the same names as the settings of a deployment. */
  bindings: Record<string, string>;
  /** Addresses of proxies whose X-Forwarded-For is trusted; CIDR or single, comma separated. */
  trustedProxies: string[];
  /** Private networks, besides all public addresses, that the worker may reach at addresses given by the team. */
  networks: string[];
  /** The same for addresses given by visitors. */
  visitorNetworks: string[];
  /** Port for email to sources; null = no email is received. Its domain is the binding UPFRONT_MAIL_DOMAIN. */
  mailPort: number | null;
  /** Folder for a daily copy of the database; null = none is made. */
  backupDaily: string | null;
  /** True = lets `MF-CF-Blob` through, for tests of time zones. */
  testCf: boolean;
  /** Milliseconds between two ticks: test stories let time pass faster. */
  minute: number;
}

/** Thrown for a wrong flag or setting, with one line for the person. */
export class WrongOptionError extends Error {}

const secrets = ["UPFRONT_SECRET", "UPFRONT_SECRET_OLD", "UPFRONT_BOOTSTRAP_TOKEN"];
const texting = ["TWILIO_ACCOUNT", "TWILIO_TOKEN", "TWILIO_FROM", "SMS_COUNTRIES", "SMS_DAILY"];
const others = [
  "METER",
  "INGEST_LIMIT",
  "NETWORK_ALLOW",
  "VISITOR_NETWORK_ALLOW",
  "PLAN",
  "RESOLVER",
  "HSTS_SUBDOMAINS",
  "MAIL_DOMAIN",
];
const passed = [...secrets, ...[...others, ...texting].map((name) => `UPFRONT_${name}`)];

const list = (text: string | undefined) => (text ?? "").split(",").flatMap((part) => part.trim() || []);

/** Names are checked by the address guard; the runtime checks the addresses that they resolve to. */
const isNetwork = (text: string) => /^(private|local)$|:|^\d+(\.\d+){3}(\/\d+)?$/.test(text);

/**
 * Throws WrongOptionError for an empty flag, which comes from a shell variable that is not set: neither this folder nor the
 * default is meant.
 */
export function expectFlagValues(flags: Readonly<Record<string, unknown>>): void {
  const [empty] = Object.keys(flags).filter((name) => flags[name] === "");
  if (empty !== undefined) throw new WrongOptionError(`--${empty} is empty: give it a value, or leave it out.`);
}

function flagsOf(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: "string" },
        host: { type: "string" },
        "mail-port": { type: "string" },
        "backup-daily": { type: "string" },
        state: { type: "string" },
        empty: { type: "boolean" },
        demo: { type: "boolean" },
        built: { type: "boolean" },
        "go-back": { type: "boolean" },
        "no-upgrade-copy": { type: "boolean" },
      },
    });
    expectFlagValues(values);
    return values;
  } catch (error) {
    throw new WrongOptionError((error as Error).message);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new WrongOptionError(`${text} is not a port (1–65535, or 0 for any).`);
  return port;
}

function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new WrongOptionError(`UPFRONT_URL must be an address such as https://status.example.com, not ${text}`);
  }
  return new URL(text).origin;
}

function bindingsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const bindings: Record<string, string> = {};
  for (const name of passed) if (env[name]) bindings[name] = env[name];
  if (env.UPFRONT_URL) bindings.UPFRONT_URL = addressOf(env.UPFRONT_URL);
  for (const name of secrets) {
    if (env[name] && env[name].length < 32) throw new WrongOptionError(`${name} must have at least 32 characters.`);
  }
  const limit = env.UPFRONT_INGEST_LIMIT;
  if (limit && !/^\d+$/.test(limit)) throw new WrongOptionError(`UPFRONT_INGEST_LIMIT must be a number, not ${limit}`);
  const plan = env.UPFRONT_PLAN;
  if (plan && !/^(free|paid|own)$/.test(plan))
    throw new WrongOptionError(`UPFRONT_PLAN must be free, paid or own, not ${plan}`);
  return bindings;
}

/** Email needs both: a port to listen on, and the domain of the addresses. */
function mailPortOf(text: string | undefined, domain: string | undefined): number | null {
  if (!text) return null;
  if (domain) return portOf(text);
  throw new WrongOptionError(
    "Email needs UPFRONT_MAIL_DOMAIN too: the domain of the addresses, such as in.example.com.",
  );
}

function isEmpty(text: string | undefined): boolean {
  if (text && !/^[01]$/.test(text)) throw new WrongOptionError(`UPFRONT_EMPTY must be 1 (no demo) or 0, not ${text}`);
  return text === "1";
}

const usualState = ".upfront";
const usualPort = 8787;

/** Quotes one argument for a shell. */
function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return process.platform === "win32" ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns the flags by which `npm run token` finds a deployment: its folder and, when links are for localhost, its
 * port; each only when it is not the default.
 */
export function deploymentFlags({ state, port = usualPort }: { state: string; port?: number }): string {
  const folder = state === resolve(usualState) ? "" : ` --state ${quoted(state)}`;
  const at = port === usualPort ? "" : ` --port ${port}`;
  return folder || at ? ` --${folder}${at}` : "";
}

/** Reads flags and environment. Throws WrongOptionError with a line for the person. */
export function readStartOptions(args: string[], env: NodeJS.ProcessEnv): StartOptions {
  const flags = flagsOf(args);
  const bindings = bindingsOf(env);
  const backupDaily = flags["backup-daily"] ?? env.UPFRONT_BACKUP_DAILY;
  return {
    port: portOf(flags.port ?? (env.PORT || String(usualPort))),
    host: flags.host ?? null,
    mailPort: mailPortOf(flags["mail-port"] ?? env.UPFRONT_MAIL_PORT, bindings.UPFRONT_MAIL_DOMAIN),
    state: resolve(flags.state ?? (env.UPFRONT_STATE || usualState)),
    named: { state: Boolean(flags.state ?? env.UPFRONT_STATE), port: Boolean(flags.port ?? env.PORT) },
    backupDaily: backupDaily ? resolve(backupDaily) : null,
    demo: flags.demo ?? !(flags.empty || isEmpty(env.UPFRONT_EMPTY)),
    built: flags.built ?? false,
    goBack: flags["go-back"] ?? false,
    upgradeCopy: !flags["no-upgrade-copy"],
    bindings,
    trustedProxies: list(env.UPFRONT_TRUST_PROXY),
    networks: list(env.UPFRONT_NETWORK_ALLOW).filter(isNetwork),
    visitorNetworks: list(env.UPFRONT_VISITOR_NETWORK_ALLOW).filter(isNetwork),
    testCf: env.UPFRONT_TEST_CF === "1",
    minute: Number(env.UPFRONT_TEST_MINUTE) || minuteMs,
  };
}
