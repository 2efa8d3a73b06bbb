import type routes from "~/routes";
import type { Stage } from "./matrix-cast";

type Entry = (typeof routes)[number];

/** Returns every address of app/routes.ts; a layout's own is that of its index child. */
export const addresses = (entries: readonly Entry[], above = ""): string[] =>
  entries.flatMap(({ path, children }) => {
    const here = path === undefined ? above : `${above}/${path}`;
    return children ? addresses(children, here) : [here || "/"];
  });

/** Ids on the stage's page that not every stage has. */
export interface MoreIds {
  notice?: string | undefined;
  series?: string | undefined;
  template?: string | undefined;
  savedView?: string | undefined;
  agent?: string | undefined;
  importJob?: string | undefined;
  configurationJob?: string | undefined;
  repository?: string | undefined;
  /** A reading of the repository. */
  reading?: string | undefined;
  /** A source that is read by a mapping. */
  mapped?: string | undefined;
}

/** Returns the address with ids of the stage's page filled in. */
export function pathOf(address: string, stage: Stage, more: MoreIds): string {
  const { notice = "", series = "", template = "", savedView = "", agent = "", mapped = "", importJob = "" } = more;
  const { configurationJob = "", repository = "", reading = "" } = more;
  const [, noun = ""] = /\/(\w+)\/:id/.exec(address) ?? [];
  const ids: Record<string, string> = {
    incidents: stage.incident,
    maintenances: stage.maintenance,
    alerts: stage.alert,
    components: stage.components[0] as string,
    groups: stage.group,
    sources: address.endsWith("/mapping") ? mapped : stage.sourceId,
    mailers: "mailer1",
    providers: "provider1",
    provider: "provider1",
    channels: stage.channel,
    heartbeats: stage.heartbeat,
    monitors: stage.monitor,
    outbox: notice,
    templates: template,
    views: savedView,
    agents: agent,
    imports: importJob,
    jobs: configurationJob,
    repositories: repository,
  };
  return address
    .replace(":page", stage.slug)
    .replace(":origin", "statuspage")
    .replace(":noun", "component")
    .replace(":id", ids[noun] ?? "")
    .replace(":rule", stage.ruleId)
    .replace(":series", series)
    .replace(":reading", reading)
    .replace(":delivery", stage.delivery)
    .replace(":number", "1")
    .replace(":token", "x".repeat(43))
    .replace("*", "no/such/address");
}
