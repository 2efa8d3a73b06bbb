import { clientFolder, workerFiles, workerFolder } from "./build.ts";
import { startCalls } from "./calls/call-process.ts";
import { configuredOptions } from "./configured.ts";
import { outboundNetwork } from "./listener/network.ts";
import type { Preparing } from "./prepare-database.ts";
import { answerNames } from "./state/names.ts";
import type { State } from "./state/state.ts";

export interface RuntimeOptions {
  bindings: Record<string, string>;
  /** Private networks that it may reach where the team gave the address. */
  networks: string[];
  /** The same where a visitor gave it. */
  visitorNetworks?: string[];
  /** Emails come here. */
  mail?: boolean;
  /** Without the worker: only the database, for `npm run token` while nothing runs. */
  databaseOnly?: boolean;
  /** What may be done to the folder's database before it is opened. */
  preparing?: Preparing;
  /** Another worker in the place of ours, all else being the same: what the bench compares with. */
  script?: string;
  /** Says how the daily backups stand, where there are to be some. */
  copies?: () => Response;
  /** Says which proxies nobody trusts. */
  proxies?: () => Response;
  /** Says how often the limits of the email listener were reached, where there is one. */
  mailLimits?: () => Response;
  /** Everybody else, in the place of the network: of a story, whose peers are no real ones. */
  peers?: (request: Request) => Promise<Response>;
  /** Answers for the demo's names, where the demo is. */
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
    : [{ type: "ESModule", path: `${workerFolder}/script.js`, contents: script }];

type Services = Awaited<ReturnType<typeof configuredOptions>>["serviceBindings"];

/** Who makes the worker's calls: for the team, and for visitors. */
type Callers = Record<"CALLS" | "VISITOR_CALLS", unknown>;

const servicesOf = (configured: Services, { demo, copies, proxies, mailLimits }: RuntimeOptions, callers: Callers) => ({
  ...configured,
  NAMES: answerNames,
  ...callers,
  ...(copies ? { BACKUPS: copies } : {}),
  ...(proxies ? { PROXIES: proxies } : {}),
  ...(mailLimits ? { MAIL_LIMITS: mailLimits } : {}),
  ...(demo ? { DEMO: demo } : {}),
});

const base = { name: "upfront" };

/** Without the worker: only the database. */
async function databaseAlone() {
  const { d1Databases } = await configuredOptions();
  const script = "export default { fetch: () => new Response(null, { status: 404 }) }";
  return { ...base, modules: true, script, d1Databases };
}

async function wholeWorker(options: RuntimeOptions, callers: Callers) {
  const configured = await configuredOptions();
  return {
    ...configured,
    ...base,
    assets: { ...configured.assets, directory: clientFolder },
    modules: modulesOf(options),
    modulesRoot: workerFolder,
    bindings: { ...configured.bindings, ...options.bindings },
    ...wakeQueue,
    serviceBindings: servicesOf(configured.serviceBindings, options, callers),
    // Sockets alone: whatever is asked by HTTP goes through the services that make calls.
    outboundService: options.peers ?? { network: outboundNetwork(options.networks) },
    // Where the library strips that header, it names a zone of its own in each of our calls (`CF-Worker`).
    stripCfConnectingIp: false,
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
  };
}

const noCalls = { services: null, stop: () => undefined };

/** The process that makes the worker's calls; none where there is no worker, or others take the network's place. */
async function callersOf({ peers, networks, visitorNetworks = [], databaseOnly }: RuntimeOptions, scratch: string) {
  if (databaseOnly) return noCalls;
  if (peers) return { ...noCalls, services: { CALLS: peers, VISITOR_CALLS: peers } };
  return startCalls({ CALLS: networks, VISITOR_CALLS: visitorNetworks }, scratch);
}

/** Our worker as Miniflare takes it, and how what was begun for it is ended. */
export async function workerOptions(options: RuntimeOptions, { scratch }: Pick<State, "scratch">) {
  const { services, stop } = await callersOf(options, scratch);
  return { worker: services ? await wholeWorker(options, services) : await databaseAlone(), stop };
}
