import { parseArgs } from "node:util";
import { DeployError } from "./deploy-error.ts";

/** Locations that D1 offers for a database: https://developers.cloudflare.com/d1/configuration/data-location/ */
const locations = ["weur", "eeur", "apac", "oc", "wnam", "enam"];
const plans = ["free", "paid"];

/** Options of a deployment, from flags first and the environment second; null = unchanged, or the default. */
export interface DeployOptions {
  /** Name of the worker; every resource is named after it. */
  name: string;
  account: string | null;
  location: string | null;
  plan: string | null;
  /** A host in a zone of the account that becomes the deployment's own. */
  domain: string | null;
  /** The public address, when it is neither of these. */
  url: string | null;
  secret: string | null;
  /** `bundle`: verifies the bundle; `check`: lists the changes; `link`: only makes a sign-in link. */
  does: "bundle" | "check" | "link" | "deploy";
  /** True when the output is logged: no link and no secret is printed. */
  ci: boolean;
}

type Environment = Record<string, string | undefined>;

const flags = {
  name: { type: "string" },
  account: { type: "string" },
  location: { type: "string" },
  plan: { type: "string" },
  domain: { type: "string" },
  check: { type: "boolean" },
  link: { type: "boolean" },
  "dry-run": { type: "boolean" },
} as const;

function read(args: string[]) {
  try {
    return parseArgs({ args, options: flags }).values;
  } catch (error) {
    throw new DeployError((error as Error).message);
  }
}

function oneOf(what: string, known: readonly string[], text: string | null): string | null {
  if (text === null || known.includes(text)) return text;
  throw new DeployError(`${what} must be one of ${known.join(", ")}, not ${text}.`);
}

function matching(what: string, shape: RegExp, text: string | null): string | null {
  if (text === null || shape.test(text)) return text;
  throw new DeployError(`${what}, not ${text}.`);
}

function addressOf(text: string | null): string | null {
  if (text === null) return null;
  if (URL.parse(text)?.protocol === "https:") return new URL(text).origin;
  throw new DeployError(`UPFRONT_URL must be an address such as https://status.example.com, not ${text}.`);
}

function secretOf(text: string | null): string | null {
  if (text === null || text.length >= 32) return text;
  throw new DeployError("UPFRONT_SECRET must have at least 32 characters.");
}

const host = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]+$/;

/** Reads the options. Throws DeployError with a line for the person. */
export function readDeployOptions(args: string[], env: Environment): DeployOptions {
  const values = read(args);
  const given = (flag: string | undefined, name: string) => flag ?? (env[name] || null);
  const does = values["dry-run"] ? "bundle" : values.check ? "check" : values.link ? "link" : "deploy";
  const name = given(values.name, "UPFRONT_NAME") ?? "upfront";
  return {
    name:
      matching("A name has lowercase letters, digits and dashes, 40 at most", /^[a-z][a-z0-9-]{0,39}$/, name) ?? name,
    account: matching(
      "An account is 32 hexadecimal digits",
      /^[0-9a-f]{32}$/,
      given(values.account, "CLOUDFLARE_ACCOUNT_ID"),
    ),
    location: oneOf("The location", locations, given(values.location, "UPFRONT_LOCATION")),
    plan: oneOf("The plan", plans, given(values.plan, "UPFRONT_PLAN")),
    domain: matching("A domain is a host such as status.example.com", host, given(values.domain, "UPFRONT_DOMAIN")),
    url: addressOf(given(undefined, "UPFRONT_URL")),
    secret: secretOf(given(undefined, "UPFRONT_SECRET")),
    does,
    ci: Boolean(env.CI && env.CI !== "false"),
  };
}
