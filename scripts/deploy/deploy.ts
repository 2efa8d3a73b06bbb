import { clientBuildFolder } from "../../server/build.ts";
import { newSignInLink, signInLinkMinutes } from "../../server/link.ts";
import { migrationNames } from "../../server/migrate.ts";
import { copyOlderFiles, earlierBuildAtAddress } from "../../server/older-files.ts";
import { openCloudflareAccount } from "./account.ts";
import type { CloudflareApi } from "./api.ts";
import { writeDeploymentConfig } from "./config.ts";
import { hasNoOwner, openRemoteDatabase, type RemoteDatabase, readAppliedMigrations } from "./database.ts";
import { DeployError } from "./deploy-error.ts";
import { requireFreeDomain } from "./domain.ts";
import { withDeployLock } from "./lock.ts";
import type { DeployOptions } from "./options.ts";
import { type DeployFacts, type DeployPlan, missingMigrations, planDeployment } from "./plan.ts";
import { ensureResources, findAccountResources, resourceNamesOf } from "./resources.ts";
import { chooseDeploymentSecret, readSealingKeyId, recordSealingKey } from "./secret.ts";
import { type DeployedWorker, readDeployedWorker, readSubdomain } from "./state.ts";
import { migrateRemoteDatabase, uploadWorker } from "./upload.ts";
import { printRollbackCommand } from "./way-back.ts";

interface DeployStage {
  api: CloudflareApi;
  options: DeployOptions;
  deployed: DeployedWorker | null;
  plan: DeployPlan;
}

async function look(api: CloudflareApi, options: DeployOptions): Promise<DeployStage> {
  const deployed = await readDeployedWorker(api, options.name);
  const found = await findAccountResources(api, options.name);
  const known = deployed?.databaseId ?? found.databaseId;
  const before: DeployFacts = {
    deployed,
    found,
    subdomain: await readSubdomain(api),
    applied: known === null ? [] : await readAppliedMigrations(openRemoteDatabase(api, known)),
    migrations: migrationNames(),
  };
  if (options.domain !== null) await requireFreeDomain(api, options.name, options.domain);
  return { api, options, deployed, plan: planDeployment(options, before) };
}

async function secretFor({ options, deployed }: DeployStage, database: RemoteDatabase) {
  return chooseDeploymentSecret({
    given: options.secret,
    isSet: deployed?.secrets.includes("UPFRONT_SECRET") ?? false,
    keyId: await readSealingKeyId(database),
    isUsed: !(await hasNoOwner(database)),
    ci: options.ci,
  });
}

const keep = (
  { plan, deployed, options }: DeployStage,
  resources: { databaseId: string; copiesId: string | null; queue: string | null },
) =>
  writeDeploymentConfig({
    ...resources,
    name: plan.name,
    vars: {
      ...deployed?.vars,
      UPFRONT_URL: plan.address,
      UPFRONT_PLAN: plan.plan,
      // A database stays where it was created: only the first deployment chooses the location.
      ...(options.location && !plan.found.databaseId ? { UPFRONT_LOCATION: options.location } : {}),
    },
    domains: plan.domains,
    routes: plan.routes,
  });

/**
 * Applies the changes. All refusals come before the first change; migrations work with the previous worker as well as
 * with the next.
 */
async function apply(stage: DeployStage, database: RemoteDatabase, config: string): Promise<void> {
  // This is read under the lock: its previous holder may have had a newer checkout.
  const applied = await readAppliedMigrations(database);
  const missing = missingMigrations({ applied, migrations: migrationNames() });
  const secret = await secretFor(stage, database);
  const { database: name } = resourceNamesOf(stage.plan.name);
  if (applied.length > 0 && missing.length > 0) await printRollbackCommand(database, config, name);
  await migrateRemoteDatabase(config, name);
  // It is shown before it is used: a run that is killed in between leaves no worker with an unknown secret.
  if (secret?.made) saySecret(secret.secret);
  if (stage.deployed) await keepDeployedFiles(stage.plan.address);
  await uploadWorker(config, secret?.secret ?? null);
  if (secret) await recordSealingKey(database, secret.secret);
}

/** Keeps the scripts of pages that are open during a deployment. A failure to keep some stops nothing. */
async function keepDeployedFiles(address: string): Promise<void> {
  try {
    const kept = await copyOlderFiles(clientBuildFolder, earlierBuildAtAddress(address), Date.now());
    console.log(`Kept for pages that are open: ${kept} files of earlier builds.`);
  } catch (error) {
    console.log(`Files of earlier builds could not be kept (${(error as Error).message}): open pages load again.`);
  }
}

function saySecret(secret: string): void {
  console.log(`\nUPFRONT_SECRET: ${secret}`);
  console.log("Keep it in a safe place: it is shown this once, and what is sealed with it opens with no other.\n");
}

async function sayLink(database: RemoteDatabase, address: string): Promise<void> {
  const { token, sql, params } = newSignInLink(Date.now());
  await database.rows(sql, params);
  console.log(`Sign in:  ${address}/manage/sign-in/${token}`);
  console.log(`          works once, for ${signInLinkMinutes} minutes.`);
}

/**
 * Shows the sign-in link while the deployment has no owner, as the person who uses it becomes the owner; never where a
 * log keeps it.
 */
async function sayOwner({ ci }: DeployOptions, database: RemoteDatabase, address: string): Promise<void> {
  if (!(await hasNoOwner(database))) return;
  if (!ci) return sayLink(database, address);
  console.log("Nobody owns it yet: run `npm run deploy -- --link` at your own machine for the sign-in link.");
}

function sayChanges({ deployed, plan }: DeployStage): void {
  console.log(`${deployed ? "Deployed at" : "Would be at"} ${plan.address}/`);
  for (const each of plan.changes) console.log(`  ${each}`);
  console.log(plan.changes.length === 0 ? "Only the worker’s code would be uploaded." : "Nothing was changed.");
}

async function link({ deployed, plan }: DeployStage): Promise<DeployedDatabase> {
  if (!deployed?.databaseId) throw new DeployError(`Nothing is deployed under the name ${plan.name}.`);
  return { id: deployed.databaseId, address: plan.address };
}

interface DeployedDatabase {
  id: string;
  address: string;
}

/** Deploys from any clone: the present state is read from the account, the requested one from flags and environment. */
export async function deployWorker(options: DeployOptions): Promise<void> {
  const api = await openCloudflareAccount(options);
  const stage = await look(api, options);
  if (options.does === "check") return sayChanges(stage);
  if (options.does === "link") {
    if (options.ci) throw new DeployError("A sign-in link is not printed where CI is set: its log would keep it.");
    const { id, address } = await link(stage);
    return sayLink(openRemoteDatabase(api, id), address);
  }
  const resources = await ensureResources(api, options.name, { found: stage.plan.found, location: options.location });
  const database = openRemoteDatabase(api, resources.databaseId);
  await withDeployLock(database, Date.now(), () => apply(stage, database, keep(stage, resources)));
  console.log(`\nDeployed: ${stage.plan.address}/`);
  await sayOwner(options, database, stage.plan.address);
}

/** Returns the settings of the deployment with this name, as a file for wrangler, for backup and restore. */
export async function writeDeployedConfig(options: DeployOptions): Promise<{ config: string; database: string }> {
  const stage = await look(await openCloudflareAccount(options), options);
  const { id } = await link(stage);
  const config = keep(stage, { ...stage.plan.found, databaseId: id });
  return { config, database: resourceNamesOf(options.name).database };
}
