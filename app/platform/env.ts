import { type Plan, plans } from "~/plan/plan-budget";
import { type Texting, textingLaws, textingOf } from "./texting";

/** The bindings as the runtime hands them over; parsed once per isolate. KV and the queue may be absent: they only make things better. */
export interface Bindings {
  DB: D1Database;
  ASSETS?: Fetcher;
  COPIES?: KVNamespace;
  /** Only wakes the sender; the rows are the truth. */
  WAKE?: Queue<unknown>;
  /** Cloudflare's sender of mail (`send_email`); no key is typed where it is. */
  EMAIL?: SendEmail;
  /** Does checks in invocations of their own, and looks from other places. */
  CHECKER?: DurableObjectNamespace;
  /** Keeps what machines send while the database is away: 16 objects, each with a database of its own. */
  INBOX?: DurableObjectNamespace;
  /** Says which addresses the runtime would call for a name; only where the runtime has a network wall of ours. */
  NAMES?: Fetcher;
  /** Calls by HTTP in the runtime's place, where the team gave the address; only on one machine (server/calls). */
  CALLS?: Fetcher;
  /** The same where a visitor gave it: other private networks are allowed to it. */
  VISITOR_CALLS?: Fetcher;
  /** Answers for the demo's names; only on one machine whose first start made the demo. */
  DEMO?: Fetcher;
  /** Says how the daily backups stand; only on a machine that was told to make some. */
  BACKUPS?: Fetcher;
  /** Says which proxies nobody trusts; only on one machine. */
  PROXIES?: Fetcher;
  /** Says how often the email listener's limits were reached; only on a machine that has one. */
  MAIL_LIMITS?: Fetcher;
  /** How a new sign-in link is printed; set by `npm start` itself, with its state folder and port. */
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

/** Asked in DNS over HTTPS (application/dns-json) whose a page's own host is. */
const resolver = "https://cloudflare-dns.com/dns-query";

type Setting = Extract<keyof Bindings, `UPFRONT_${string}`>;

const isAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? "");
const isSecret = (text: string): boolean => text.length >= 32;
const isCount = (text: string): boolean => Number.isSafeInteger(Number(text)) && Number(text) >= 0;
/** Where Durable Objects may be made: https://developers.cloudflare.com/durable-objects/reference/data-location/ */
const isLocation = (text: string): boolean => /^(wnam|enam|sam|weur|eeur|apac|oc|afr|me)$/.test(text);
const isPlan = (text: string): text is Plan => (plans as readonly string[]).includes(text);

/** A domain's name, as it stands behind the @. */
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
  ...textingLaws,
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
  /** What is sent while the database is away is kept in inboxes, where they are bound. */
  keepsInbox: boolean;
  /** Private networks (CIDR or single addresses) that we may call besides all public ones, for the team. */
  networks: string[];
  /** The same for addresses that visitors gave. */
  visitorNetworks: string[];
  /** How many checks a minute the deployment carries (plan/plan-budget). */
  plan: Plan;
  /** Cloudflare makes our calls: it answers for hosts that are away, and calls names only (net/cloudflare-answer). */
  onCloudflare: boolean;
  /** Where the database is: checks are made from beside it. Absent = near whoever comes first. */
  location: string | undefined;
  /** Address for DNS over HTTPS in JSON. */
  resolver: string;
  /** Browsers are told that every name below the deployment's own speaks https too. */
  httpsBelow: boolean;
  /** What prints a new sign-in link on the machine that runs this; absent where no start has said it. */
  tokenCommand: string | undefined;
  /** Domain of the addresses at which sources take email; absent = email does not come here. */
  mailDomain: string | undefined;
  /** How visitors are told by text message; null = they are not. */
  texting: Texting | null;
}

const listed = (text: string | undefined): string[] => (text ?? "").split(",").flatMap((part) => part.trim() || []);

const blank = (value: string | undefined) => (value === "" ? undefined : value);

/** Read with each start, before anything else: without a library. Throws with all that is wrong. */
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
    texting: textingOf(given),
  };
}
