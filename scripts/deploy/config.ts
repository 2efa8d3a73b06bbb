import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../setup/install.mjs";
import { resourceNamesOf } from "./resources.ts";

/** Additions of a deployment to the committed wrangler.toml: ids of the account's own resources, address and routes. */
export interface DeploymentConfig {
  name: string;
  databaseId: string;
  copiesId: string | null;
  queue: string | null;
  vars: Record<string, string>;
  domains: readonly string[];
  routes: readonly { pattern: string; zone: string }[];
}

const quoted = (text: string): string => JSON.stringify(text);

const copiesIn = (id: string | null): string[] =>
  id === null ? [] : ["[[kv_namespaces]]", 'binding = "COPIES"', `id = ${quoted(id)}`, ""];

/**
 * Returns settings by which the sender is woken at once instead of every minute. Four at a time do not overload a mail
 * server.
 */
const wakeIn = (queue: string | null): string[] =>
  queue === null
    ? []
    : [
        "[[queues.producers]]",
        'binding = "WAKE"',
        `queue = ${quoted(queue)}`,
        "",
        "[[queues.consumers]]",
        `queue = ${quoted(queue)}`,
        "max_batch_size = 1",
        "max_batch_timeout = 0",
        "max_concurrency = 4",
        "max_retries = 0",
        "",
      ];

function routesIn({ domains, routes }: DeploymentConfig): string {
  const own = domains.map((each) => `{ pattern = ${quoted(each)}, custom_domain = true }`);
  const zones = routes.map(({ pattern, zone }) => `{ pattern = ${quoted(pattern)}, zone_name = ${quoted(zone)} }`);
  return own.length + zones.length === 0 ? "" : `routes = [${[...own, ...zones].join(", ")}]\n`;
}

/**
 * Returns the settings of a deployment. Settings made manually stay (`keep_vars`), and so do routes, as all of them are
 * named. Paths lead back to the root.
 */
export function deploymentConfigText(committed: string, given: DeploymentConfig, back: string): string {
  const { name, databaseId, copiesId, queue, vars } = given;
  const replaced = committed
    .replace(/^name = .*$/m, `name = ${quoted(name)}\nkeep_vars = true\n${routesIn(given)}`.trimEnd())
    .replace(/^(main|directory|migrations_dir) = "(.*)"$/gm, (_, key, path) => `${key} = ${quoted(`${back}/${path}`)}`)
    .replace(/^database_name = .*$/m, `database_name = ${quoted(resourceNamesOf(name).database)}`)
    .replace(/^database_id = .*$/m, `database_id = ${quoted(databaseId)}`);
  const settings = Object.entries(vars).map(([key, text]) => `${key} = ${quoted(text)}`);
  return [replaced.trimEnd(), "", ...copiesIn(copiesId), ...wakeIn(queue), "[vars]", ...settings, ""].join("\n");
}

const folder = join(root, ".cache/deploy");

/** Writes it into a folder that is never committed; each name has a file of its own. Returns its path. */
export function writeDeploymentConfig(given: DeploymentConfig): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${given.name}.toml`);
  const committed = readFileSync(join(root, "wrangler.toml"), "utf8");
  writeFileSync(path, deploymentConfigText(committed, given, relative(folder, root)));
  return path;
}
