import { z } from "zod";
import { type Plan, plans } from "../rules/plan-budget";

/** The bindings as the runtime hands them over; parsed once per isolate. KV and the queue may be absent: they only make things better. */
export interface Bindings {
  DB: D1Database;
  ASSETS?: Fetcher;
  COPIES?: KVNamespace;
  /** Only wakes the sender; the rows are the truth. */
  WAKE?: Queue<unknown>;
  /** Does checks in invocations of their own, and looks from other places. */
  CHECKER?: DurableObjectNamespace;
  /** Says which addresses the runtime would call for a name; only where the runtime has a network wall of ours. */
  NAMES?: Fetcher;
  UPFRONT_URL?: string;
  UPFRONT_SECRET?: string;
  UPFRONT_SECRET_OLD?: string;
  UPFRONT_BOOTSTRAP_TOKEN?: string;
  UPFRONT_METER?: string;
  UPFRONT_INGEST_LIMIT?: string;
  UPFRONT_NETWORK_ALLOW?: string;
  UPFRONT_PLAN?: string;
  UPFRONT_RESOLVER?: string;
}

/** Asked in DNS over HTTPS (application/dns-json) whose a page's own host is. */
const resolver = "https://cloudflare-dns.com/dns-query";

const schema = z.object({
  UPFRONT_URL: z.url({
    protocol: /^https?$/,
    error: "UPFRONT_URL must be the public address, such as https://status.example.com",
  }),
  UPFRONT_SECRET: z
    .string({ error: "UPFRONT_SECRET is missing: set at least 32 random characters" })
    .min(32, "UPFRONT_SECRET must have at least 32 characters"),
  UPFRONT_SECRET_OLD: z.string().min(32).optional(),
  UPFRONT_BOOTSTRAP_TOKEN: z.string().min(32, "UPFRONT_BOOTSTRAP_TOKEN must have at least 32 characters").optional(),
  UPFRONT_METER: z.string().optional(),
  UPFRONT_INGEST_LIMIT: z.coerce.number().int().nonnegative().optional(),
  UPFRONT_NETWORK_ALLOW: z.string().optional(),
  UPFRONT_PLAN: z.enum(plans, { error: `UPFRONT_PLAN must be one of: ${plans.join(", ")}` }).optional(),
  UPFRONT_RESOLVER: z
    .url({ protocol: /^https?$/, error: "UPFRONT_RESOLVER must be an address for DNS over HTTPS in JSON" })
    .optional(),
});

export interface Config {
  /** Origin of all absolute URLs, without a trailing slash. */
  origin: string;
  secret: string;
  oldSecret: string | undefined;
  bootstrapToken: string | undefined;
  meter: boolean;
  /** Deliveries per source in 5 minutes; 0 lifts the limit (load tests). */
  ingestLimit: number;
  /** Private networks (CIDR or single addresses) that we may call besides all public ones. */
  networks: string[];
  /** How many checks a minute the deployment carries (rules/plan-budget). */
  plan: Plan;
  /** Address for DNS over HTTPS in JSON. */
  resolver: string;
}

const blank = (value: string | undefined) => (value === "" ? undefined : value);

export function parseConfig(env: Bindings): Config {
  const parsed = schema.parse({
    UPFRONT_URL: env.UPFRONT_URL,
    UPFRONT_SECRET: env.UPFRONT_SECRET,
    UPFRONT_SECRET_OLD: blank(env.UPFRONT_SECRET_OLD),
    UPFRONT_BOOTSTRAP_TOKEN: blank(env.UPFRONT_BOOTSTRAP_TOKEN),
    UPFRONT_METER: env.UPFRONT_METER,
    UPFRONT_INGEST_LIMIT: blank(env.UPFRONT_INGEST_LIMIT),
    UPFRONT_NETWORK_ALLOW: blank(env.UPFRONT_NETWORK_ALLOW),
    UPFRONT_PLAN: blank(env.UPFRONT_PLAN),
    UPFRONT_RESOLVER: blank(env.UPFRONT_RESOLVER),
  });
  return {
    origin: new URL(parsed.UPFRONT_URL).origin,
    secret: parsed.UPFRONT_SECRET,
    oldSecret: parsed.UPFRONT_SECRET_OLD,
    bootstrapToken: parsed.UPFRONT_BOOTSTRAP_TOKEN,
    meter: parsed.UPFRONT_METER === "1",
    ingestLimit: parsed.UPFRONT_INGEST_LIMIT ?? 300,
    networks: (parsed.UPFRONT_NETWORK_ALLOW ?? "").split(",").flatMap((part) => part.trim() || []),
    plan: parsed.UPFRONT_PLAN ?? "free",
    resolver: parsed.UPFRONT_RESOLVER ?? resolver,
  };
}
