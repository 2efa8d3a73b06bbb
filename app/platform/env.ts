import { type Plan, plans } from "~/plan/plan-budget";
import { type TwilioAccount, twilioAccountFromSettings, twilioSettingRules } from "./twilio-account";

/** The bindings as the runtime passes them; parsed once per isolate. Only `DB` is required; the others improve service. */
export interface Bindings {
  DB: D1Database;
  ASSETS?: Fetcher;
  COPIES?: KVNamespace;
  /** Only wakes the sender; the rows hold the work. */
  WAKE?: Queue<unknown>;
  /** Cloudflare's email sender (`send_email`); with it no key is needed. */
  EMAIL?: SendEmail;
  /** Makes checks in its own invocations, and from other locations. */
  CHECKER?: DurableObjectNamespace;
  /** Keeps what machines send while the database is away: 16 objects, each with its own database. */
  INBOX?: DurableObjectNamespace;
  /** Says which addresses the runtime would call for a name; only where the runtime is behind our network wall. */
  NAMES?: Fetcher;
  /** Makes HTTP calls in the runtime's place, for addresses given by the team; only on one machine (server/calls). */
  CALLS?: Fetcher;
  /** Makes HTTP calls to addresses that visitors entered, with a separate list of allowed private networks. */
  VISITOR_CALLS?: Fetcher;
  /** Answers calls to the demo's host names; only on one machine whose first start created the demo. */
  DEMO?: Fetcher;
  /** Says how the daily backups stand; only on a machine that was configured to make them. */
  BACKUPS?: Fetcher;
  /** Lists the proxies that are not trusted; only on one machine. */
  PROXIES?: Fetcher;
  /** Says how often the email listener's limits were reached; only on a machine that has one. */
  MAIL_LIMITS?: Fetcher;
  /** The command that prints a new sign-in link; set by `npm start` itself, with its state folder and port. */
  UPFRONT_TOKEN_COMMAND?: string;
  UPFRONT_URL?: string;
  UPFRONT_SECRET?: string;
  UPFRONT_SECRET_OLD?: string;
  UPFRONT_BOOTSTRAP_TOKEN?: string;
  UPFRONT_METER?: string;
  UPFRONT_INBOX?: string;
  UPFRONT_INGEST_LIMIT?: string;
  UPFRONT_NETWORK_ALLOW?: string;
  UPFRONT_VISITOR_NETWORK_ALLOW?: string;
  UPFRONT_PLAN?: string;
  UPFRONT_LOCATION?: string;
  UPFRONT_RESOLVER?: string;
  UPFRONT_HSTS_SUBDOMAINS?: string;
  UPFRONT_MAIL_DOMAIN?: string;
  UPFRONT_TWILIO_ACCOUNT?: string;
  UPFRONT_TWILIO_TOKEN?: string;
  UPFRONT_TWILIO_FROM?: string;
  UPFRONT_SMS_COUNTRIES?: string;
  UPFRONT_SMS_DAILY?: string;
}

/** DNS over HTTPS (application/dns-json), used to verify who owns a page's own host. */
const resolver = "https://cloudflare-dns.com/dns-query";

type Setting = Extract<keyof Bindings, `UPFRONT_${string}`>;

const isAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? "");
const isSecret = (text: string): boolean => text.length >= 32;
const isCount = (text: string): boolean => Number.isSafeInteger(Number(text)) && Number(text) >= 0;
/** Locations for Durable Objects: https://developers.cloudflare.com/durable-objects/reference/data-location/ */
const isLocation = (text: string): boolean => /^(wnam|enam|sam|weur|eeur|apac|oc|afr|me)$/.test(text);
const isPlan = (text: string): text is Plan => (plans as readonly string[]).includes(text);

/** True for a domain's name, as it follows the @. */
const isDomain = (text: string): boolean => /^(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(text);

const needed: readonly (readonly [Setting, string])[] = [
  ["UPFRONT_URL", "must be the public address, such as https://status.example.com"],
  ["UPFRONT_SECRET", "is missing: set at least 32 random characters"],
];

const laws: readonly (readonly [Setting, (text: string) => boolean, string])[] = [
  ["UPFRONT_URL", isAddress, "must be the public address, such as https://status.example.com"],
  ["UPFRONT_SECRET", isSecret, "must have at least 32 characters"],
  ["UPFRONT_SECRET_OLD", isSecret, "must have at least 32 characters"],
  ["UPFRONT_BOOTSTRAP_TOKEN", isSecret, "must have at least 32 characters"],
  ["UPFRONT_INGEST_LIMIT", isCount, "must be a whole number, 0 or more"],
  ["UPFRONT_INBOX", (text) => text === "on" || text === "off", "must be on or off"],
  ["UPFRONT_PLAN", isPlan, `must be one of: ${plans.join(", ")}`],
  ["UPFRONT_LOCATION", isLocation, "must be a location such as weur, enam or apac"],
  ["UPFRONT_MAIL_DOMAIN", isDomain, "must be the domain of the addresses that take alerts, such as in.example.com"],
  ["UPFRONT_RESOLVER", isAddress, "must be an address for DNS over HTTPS in JSON"],
  ...twilioSettingRules,
];

export interface Config {
  /** Origin of all absolute URLs, without a trailing slash. */
  origin: string;
  secret: string;
  oldSecret: string | undefined;
  bootstrapToken: string | undefined;
  meter: boolean;
  /** Deliveries per source in 5 minutes; 0 lifts the limit (load tests). */
  ingestLimit: number;
  /** True when inboxes, if they are bound, keep what is sent while the database is away. */
  keepsInbox: boolean;
  /** Private networks (CIDR or single addresses) that may be called besides all public ones, for the team. */
  networks: string[];
  /** Private networks that may be called at addresses that visitors entered. */
  visitorNetworks: string[];
  /** Decides how many checks a minute the deployment can make (plan/plan-budget). */
  plan: Plan;
  /**
   * True when Cloudflare makes our calls: it answers for hosts that are away, and calls only names
   * (net/cloudflare-answer).
   */
  onCloudflare: boolean;
  /** The location of the database, near which checks are made. Absent = near the first request. */
  location: string | undefined;
  /** Address for DNS over HTTPS in JSON. */
  resolver: string;
  /** True when browsers are told that every name below the deployment's own supports https too. */
  httpsBelow: boolean;
  /** The command that prints a new sign-in link on the machine; absent unless the start has set it. */
  tokenCommand: string | undefined;
  /** Domain of the addresses at which sources receive email; absent = no email is received. */
  mailDomain: string | undefined;
  /** Settings of notifications by text message; null = visitors cannot get them. */
  texting: TwilioAccount | null;
}

const listed = (text: string | undefined): string[] => (text ?? "").split(",").flatMap((part) => part.trim() || []);

const blank = (value: string | undefined) => (value === "" ? undefined : value);

/**
 * Parses the settings, without a library because it runs at each start before anything else. Throws with all errors.
 */
export function parseConfig(env: Bindings): Config {
  const given = (name: Setting) => blank(env[name]);
  const wrong = [
    ...needed.flatMap(([name, message]) => (given(name) === undefined ? `${name} ${message}` : [])),
    ...laws.flatMap(([name, holds, message]) => {
      const text = given(name);
      return text === undefined || holds(text) ? [] : `${name} ${message}`;
    }),
  ];
  if (wrong.length > 0) throw new Error(wrong.join("; "));
  const plan = given("UPFRONT_PLAN") ?? "";
  return {
    origin: new URL(given("UPFRONT_URL") ?? "").origin,
    secret: given("UPFRONT_SECRET") ?? "",
    oldSecret: given("UPFRONT_SECRET_OLD"),
    bootstrapToken: given("UPFRONT_BOOTSTRAP_TOKEN"),
    meter: given("UPFRONT_METER") === "1",
    ingestLimit: Number(given("UPFRONT_INGEST_LIMIT") ?? 300),
    keepsInbox: given("UPFRONT_INBOX") !== "off",
    networks: listed(given("UPFRONT_NETWORK_ALLOW")),
    visitorNetworks: listed(given("UPFRONT_VISITOR_NETWORK_ALLOW")),
    plan: isPlan(plan) ? plan : "free",
    onCloudflare: plan !== "own",
    location: given("UPFRONT_LOCATION"),
    resolver: given("UPFRONT_RESOLVER") ?? resolver,
    httpsBelow: given("UPFRONT_HSTS_SUBDOMAINS") === "1",
    tokenCommand: given("UPFRONT_TOKEN_COMMAND"),
    mailDomain: given("UPFRONT_MAIL_DOMAIN")?.toLowerCase(),
    texting: twilioAccountFromSettings(given),
  };
}
