import { DeployError } from "./deploy-error.ts";
import type { DeployOptions } from "./options.ts";
import { type AccountResources, resourceNamesOf } from "./resources.ts";
import type { DeployedWorker } from "./state.ts";

/** The facts that are read before anything changes. */
export interface DeployFacts {
  deployed: DeployedWorker | null;
  found: AccountResources;
  subdomain: string | null;
  applied: readonly string[];
  /** Migrations of this checkout. */
  migrations: readonly string[];
}

/** The result that a deployment aims for. */
export interface DeployPlan {
  name: string;
  address: string;
  plan: string;
  found: AccountResources;
  domains: string[];
  routes: { pattern: string; zone: string }[];
  missing: string[];
  /** One line for each change. */
  changes: string[];
}

/**
 * Returns outstanding migrations. Throws DeployError when the database was used by a newer version than this checkout.
 */
export function missingMigrations({ applied, migrations }: Pick<DeployFacts, "applied" | "migrations">): string[] {
  const newer = applied.filter((name) => !migrations.includes(name));
  if (newer.length === 0) return migrations.filter((name) => !applied.includes(name));
  throw new DeployError(
    `This checkout is older than what is deployed: its database has ${newer.join(", ")}. Update the checkout and deploy again; nothing was changed.`,
  );
}

const noAddress =
  "This account has no workers.dev name, so the deployment would have no address. Choose one in the dashboard under Workers & Pages, or deploy with --domain status.example.com.";

function addressOf({ url, domain, name }: DeployOptions, { deployed, subdomain }: DeployFacts): string {
  if (domain !== null) return `https://${domain}`;
  const known = url ?? deployed?.vars.UPFRONT_URL;
  if (known) return known;
  if (subdomain === null) throw new DeployError(noAddress);
  return `https://${name}.${subdomain}.workers.dev`;
}

const isNew = (was: string | undefined, will: string, what: string): string[] =>
  was === will ? [] : [was === undefined ? `${what}: ${will}` : `${what}: ${was} → ${will}`];

function changesOf(options: DeployOptions, before: DeployFacts, plan: Omit<DeployPlan, "changes">): string[] {
  const { database, copies, wake } = resourceNamesOf(options.name);
  const { vars = {}, domains = [] } = before.deployed ?? {};
  const where = options.location ? ` in ${options.location}` : "";
  return [
    ...(before.deployed ? [] : [`new worker ${options.name}`]),
    ...(plan.found.databaseId ? [] : [`new database ${database}${where}`]),
    ...(plan.found.copiesId ? [] : [`new KV namespace ${copies}`]),
    ...(plan.found.queue ? [] : [`new queue ${wake}`]),
    ...plan.missing.map((each) => `migration ${each}`),
    ...isNew(vars.UPFRONT_URL, plan.address, "address"),
    ...isNew(vars.UPFRONT_PLAN, plan.plan, "plan"),
    ...plan.domains.filter((each) => !domains.includes(each)).map((each) => `custom domain ${each}`),
  ];
}

/** Merges the requested options with the present state, without side effects. Throws DeployError. */
export function planDeployment(options: DeployOptions, before: DeployFacts): DeployPlan {
  const { deployed, found } = before;
  const own = options.domain === null ? [] : [options.domain];
  const plan = {
    name: options.name,
    address: addressOf(options, before),
    plan: options.plan ?? deployed?.vars.UPFRONT_PLAN ?? "free",
    found: {
      databaseId: deployed?.databaseId ?? found.databaseId,
      copiesId: deployed?.copiesId ?? found.copiesId,
      queue: deployed?.queue ?? found.queue,
    },
    domains: [...new Set([...(deployed?.domains ?? []), ...own])],
    routes: deployed?.routes ?? [],
    missing: missingMigrations(before),
  };
  return { ...plan, changes: changesOf(options, before, plan) };
}
