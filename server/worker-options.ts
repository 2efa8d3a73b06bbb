import { clientBuildFolder, workerBuildFolder, workerFiles } from "./build.ts";
import { startOutboundCallProcess } from "./calls/call-process.ts";
import { outboundNetworkOptions } from "./listener/network.ts";
import type { PrepareDatabaseOptions } from "./prepare-database.ts";
import { readMiniflareOptions } from "./saved-options.ts";
import { answerNameLookup } from "./state/names.ts";
import type { FolderState } from "./state/state.ts";

export interface RuntimeOptions {
  bindings: Record<string, string>;
  /** Private networks that it may reach at addresses given by the team. */
  networks: string[];
  /** The same for addresses given by visitors. */
  visitorNetworks?: string[];
  /** True when emails are received here. */
  mail?: boolean;
  /** True = only the database without the worker, for `npm run token` while nothing runs. */
  databaseOnly?: boolean;
  /** Changes allowed on the folder's database before it is opened. */
  preparing?: PrepareDatabaseOptions;
  /** Another worker instead of ours, with all else unchanged: the bench compares with it. */
  script?: string;
  /** Answers with the state of the daily backups, when they are on. */
  copies?: () => Response;
  /** Answers with the untrusted proxies. */
  proxies?: () => Response;
  /** Answers with how often the limits of the email listener were reached, when there is one. */
  mailLimits?: () => Response;
  /** Replaces the network with simulated peers, for a test story. */
  peers?: (request: Request) => Promise<Response>;
  /** Answers for the demo's names, when there is a demo. */
  demo?: (request: { url: string }) => Promise<Response>;
}

/** On one machine the sender is always woken at once. */
const wakeQueue = {
  queueProducers: { WAKE: { queueName: "upfront-wake" } },
  queueConsumers: { "upfront-wake": { maxBatchSize: 1, maxBatchTimeout: 0, maxRetries: 0 } },
};

const modulesOf = ({ script }: RuntimeOptions) =>
  script === undefined
    ? workerFiles().map((path) => ({ type: "ESModule", path }))
    : [{ type: "ESModule", path: `${workerBuildFolder}/script.js`, contents: script }];

type Services = Awaited<ReturnType<typeof readMiniflareOptions>>["serviceBindings"];

/** Services that make the worker's calls: for the team, and for visitors. */
type CallServices = Record<"CALLS" | "VISITOR_CALLS", unknown>;

const servicesOf = (
  configured: Services,
  { demo, copies, proxies, mailLimits }: RuntimeOptions,
  callers: CallServices,
) => ({
  ...configured,
  NAMES: answerNameLookup,
  ...callers,
  ...(copies ? { BACKUPS: copies } : {}),
  ...(proxies ? { PROXIES: proxies } : {}),
  ...(mailLimits ? { MAIL_LIMITS: mailLimits } : {}),
  ...(demo ? { DEMO: demo } : {}),
});

const base = { name: "upfront" };

/** Returns options for the database alone, without the worker. */
async function databaseAlone() {
  const { d1Databases } = await readMiniflareOptions();
  const script = "export default { fetch: () => new Response(null, { status: 404 }) }";
  return { ...base, modules: true, script, d1Databases };
}

async function wholeWorker(options: RuntimeOptions, callers: CallServices) {
  const configured = await readMiniflareOptions();
  return {
    ...configured,
    ...base,
    assets: { ...configured.assets, directory: clientBuildFolder },
    modules: modulesOf(options),
    modulesRoot: workerBuildFolder,
    bindings: { ...configured.bindings, ...options.bindings },
    ...wakeQueue,
    serviceBindings: servicesOf(configured.serviceBindings, options, callers),
    // Used for sockets alone: HTTP goes through the services that make calls.
    outboundService: options.peers ?? { network: outboundNetworkOptions(options.networks) },
    // If Miniflare strips `CF-Connecting-IP`, it adds its own zone as `CF-Worker` to each of our calls.
    stripCfConnectingIp: false,
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
  };
}

const noCalls = { services: null, stop: () => undefined };

/** Starts the process that makes the worker's calls; none without the worker, or with simulated peers. */
async function callersOf({ peers, networks, visitorNetworks = [], databaseOnly }: RuntimeOptions, scratch: string) {
  if (databaseOnly) return noCalls;
  if (peers) return { ...noCalls, services: { CALLS: peers, VISITOR_CALLS: peers } };
  return startOutboundCallProcess({ CALLS: networks, VISITOR_CALLS: visitorNetworks }, scratch);
}

/** Returns our worker as options for Miniflare, and a function that ends what was started for it. */
export async function makeWorkerOptions(options: RuntimeOptions, { scratch }: Pick<FolderState, "scratch">) {
  const { services, stop } = await callersOf(options, scratch);
  return { worker: services ? await wholeWorker(options, services) : await databaseAlone(), stop };
}
