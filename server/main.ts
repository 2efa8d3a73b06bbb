import { startHeartbeatCalls } from "../scripts/demo/heartbeat-calls.ts";
import { onEnding } from "../scripts/setup/ending.mjs";
import { startDailyCopies } from "./backup/daily-copies.ts";
import { ensureBuild } from "./build.ts";
import { startScheduler } from "./clock.ts";
import { endRuntimeLeases } from "./end-leases.ts";
import { databaseFileOf } from "./folder-database.ts";
import { stampServerStop } from "./last-stamp.ts";
import { type LastingRuntime, startLastingRuntime } from "./lasting-runtime.ts";
import { createSignInLink, hasNobodySignedIn, signInLinkMinutes } from "./link.ts";
import { PortTakenError, startListener } from "./listener/listener.ts";
import { UntrustedProxyWatch } from "./listener/untrusted-proxies.ts";
import { MailLimitCounter } from "./mail/mail-reached.ts";
import { migrateDatabase } from "./migrate.ts";
import { ignoreLogErrors } from "./outlast-log.ts";
import { recordRunningStart } from "./running-state.ts";
import type { WorkerRuntime } from "./runtime.ts";
import { watchScheduler } from "./scheduler-watch.ts";
import { serviceManagerOf } from "./service-manager.ts";
import { startControlSocket } from "./state/control.ts";
import { deploymentFlags, readStartOptions, type StartOptions, WrongOptionError } from "./state/options.ts";
import { deploymentSecret, openStateFolder, StateTakenError, saveLastOrigin } from "./state/state.ts";
import { diskErrorMessage } from "./state-messages.ts";
import { controlTasksOf } from "./tasks.ts";
import { demoNetworkSetting, demoTargetOnDatabase, isDemoFolder, prepareDemo } from "./with-demo.ts";

type Bindings = Record<string, string> & { UPFRONT_SECRET: string };

/** Thrown when a deployment that was running has stopped. */
class StoppedError extends Error {}

/** Functions that end what was started, in the order of the starts. */
const begun: (() => Promise<void> | void)[] = [];
let ending = false;

const mailReached = new MailLimitCounter();

/** Ends everything in reverse order, within 2 s, and leaves no process behind. */
async function end(code: number): Promise<never> {
  if (!ending) {
    ending = true;
    setTimeout(() => process.exit(code), 1900).unref();
    for (const stop of begun.reverse()) await stop();
    process.exit(code);
  }
  return new Promise(() => undefined);
}

/** `demo`: the decision about the demo. */
async function announce(
  { database }: WorkerRuntime,
  { origin, command }: { origin: string; command: string },
  demo: string | null,
): Promise<void> {
  const link = (await hasNobodySignedIn(database)) ? await createSignInLink(database, origin) : null;
  const lines = [
    "",
    "Upfront is running.",
    `  Page     ${origin}/`,
    `  Manage   ${origin}/manage`,
    link
      ? `  Sign in  ${link}\n           works once, for ${signInLinkMinutes} minutes; the first one to use it owns the deployment`
      : `  Sign in  \`${command}\` prints a sign-in link`,
    ...(demo === null ? [] : [`  Demo     ${demo}`]),
    "Ctrl-C ends it.",
    "",
  ];
  console.log(lines.join("\n"));
}

/** Listens for email to sources when a port is given: its code is loaded only then, as it includes a mail server. */
async function listenForMail(
  { mailPort, host, bindings, state }: StartOptions,
  { receive, takesMail }: Pick<WorkerRuntime, "receive" | "takesMail">,
): Promise<void> {
  const domain = bindings.UPFRONT_MAIL_DOMAIN?.toLowerCase();
  if (mailPort === null || !domain) return;
  const { startMailListener } = await import("./mail/mail.ts");
  const { FatalMailRecord: SpoiltMails } = await import("./mail/spoilt-mails.ts");
  const spoilt = new SpoiltMails(state, Date.now());
  const listener = await startMailListener({
    port: mailPort,
    host,
    domain,
    spoilt,
    reached: mailReached,
    deliver: receive,
    takesMail,
  });
  begun.push(listener.stop);
  console.log(`Email to ${domain} is taken on port ${listener.port}.`);
}

/** Returns the public address, and the command that prints another link to it. */
function addressOf({ bindings, state }: StartOptions, port: number) {
  const { UPFRONT_URL: url } = bindings;
  const command = `npm run token${deploymentFlags(url ? { state } : { state, port })}`;
  const origin = url ?? `http://localhost:${port}`;
  return { origin, command, settings: { UPFRONT_URL: origin, UPFRONT_TOKEN_COMMAND: command } };
}

/** Returns the networks that the worker may call, and whether it receives email, with its limits. */
const reachOf = ({ networks, visitorNetworks, mailPort }: StartOptions) => ({
  networks,
  visitorNetworks,
  mail: mailPort !== null,
  ...(mailPort === null ? {} : mailReached.binding),
});

/** Returns the worker's bindings: our defaults, replaced by what the operator set; then this start's own settings. */
function bindingsFor({ state, bindings }: StartOptions, withDemo: boolean, settings: Record<string, string>): Bindings {
  const defaults = { UPFRONT_SECRET: deploymentSecret(state, bindings), UPFRONT_PLAN: "own" };
  const allowed = withDemo ? demoNetworkSetting(bindings) : {};
  return { ...defaults, ...bindings, ...allowed, ...settings };
}

/** The demo reads the address for each call, because a restarted runtime has another one. */
function callDemo(
  runtime: LastingRuntime,
  { secret, oldSecret }: Record<"secret", string> & { oldSecret?: string | undefined },
  origin: string,
): void {
  const secrets = oldSecret ? [secret, oldSecret] : [secret];
  const around = { database: runtime.database, secrets, origin, now: Date.now, url: runtime.url };
  begun.push(startHeartbeatCalls(Object.defineProperty(around, "url", { get: () => runtime.url })).stop);
}

async function start(options: StartOptions): Promise<void> {
  const state = openStateFolder(options.state);
  begun.push(state.release);
  let runtime: LastingRuntime | null = null;
  const watch = watchScheduler(state.folder, options.minute);
  const untrusted = new UntrustedProxyWatch(options.trustedProxies);
  const listener = await startListener({
    ...options,
    untrusted,
    target: () => (runtime?.isUp() ? runtime.url : null),
    trouble: watch.trouble,
  });
  begun.push(listener.stop);
  if (!options.built) await ensureBuild();
  // All files written from here on belong to the state folder, and may only be read by their owner.
  process.umask(0o077);
  const { origin, command, settings } = addressOf(options, listener.port);
  saveLastOrigin(options.state, origin);
  const withDemo = isDemoFolder(state.folder, options.demo);
  const bindings = bindingsFor(options, withDemo, settings);
  const target = withDemo ? { demo: demoTargetOnDatabase(() => runtime?.database) } : {};
  const copies = startDailyCopies(options.backupDaily, () => databaseFileOf(state.database), state);
  const preparing = { goBack: options.goBack, copies: options.upgradeCopy };
  const asked = { bindings, ...reachOf(options), preparing, ...target, ...copies.binding, ...untrusted.binding };
  const started = await startLastingRuntime(asked, state);
  begun.splice(1, 0, started.stop);
  const { database } = started;
  await migrateDatabase(database);
  await endRuntimeLeases(database, Date.now());
  const demo = await prepareDemo({ database, folder: state.folder, wanted: options.demo }, bindings.UPFRONT_SECRET);
  runtime = started;
  const { UPFRONT_SECRET: secret, UPFRONT_SECRET_OLD: oldSecret } = bindings;
  const place = { database, secret, oldSecret };
  const tickNow = () => started.tick(Date.now());
  const control = await startControlSocket(state, controlTasksOf(place, origin, tickNow));
  begun.push(control.stop, recordRunningStart(options.state));
  watch.start();
  const clock = await startScheduler(started, { watch, minute: options.minute });
  const manager = serviceManagerOf(process.env);
  begun.push(() => stampServerStop(databaseFileOf(state.database), Date.now()), watch.stop, clock.stop, manager.stop);
  if (withDemo) callDemo(started, place, origin);
  await listenForMail(options, started);
  await announce(started, { origin, command }, demo);
  begun.push(copies.begin());
  manager.ready();
  const stopped = started.ended.then(() => "The runtime ended by itself too often; start again.");
  const why = await Promise.race([stopped, watch.ended]);
  if (!ending) throw new StoppedError(why);
}

/** Describes an error for the person in one line. */
function inOneLine(error: unknown, options: StartOptions | null): string {
  if (error instanceof PortTakenError)
    return `Port ${options?.port} is taken by another program: choose one with --port.`;
  if (error instanceof StateTakenError)
    return `Another Upfront runs on ${options?.state}, or a backup or restore is at work there: end it or wait for its end, or choose another --state.`;
  if (error instanceof WrongOptionError) return error.message;
  if (error instanceof StoppedError) return `Upfront has ended: ${error.message}`;
  const disk = diskErrorMessage(error as Error & { code?: string });
  return `Upfront could not start: ${(error as Error).message}${disk === null ? "" : `. ${disk}`}`;
}

async function main(): Promise<void> {
  let options: StartOptions | null = null;
  ignoreLogErrors();
  onEnding(() => end(0));
  try {
    options = readStartOptions(process.argv.slice(2), process.env);
    await start(options);
  } catch (error) {
    if (ending) return;
    console.error(inOneLine(error, options));
    await end(1);
  }
}

await main();
