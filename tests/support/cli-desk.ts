import { handleCronTick } from "~/clock/tick";
import type { CliMachine } from "../../cli/session/machine";
import { type CliOfTest, type CliRun, openCli } from "./cli";
import { openDeployment, type TestDeployment } from "./database";
import { signIn } from "./sign-in";
import { type Browser, openBrowser, origin } from "./worker";

const bootstrapToken = "bootstrap-token-of-the-tests-0123456789abcdef";
/** The page of the person, by its slug. */
export const cliPage = "acme";
const decisionPath = "/manage/account/device";

/** The tool against the whole worker in process, and a person who presses buttons while it waits. */
export interface CliDesk {
  deployment: TestDeployment;
  program: Browser;
  cli: CliOfTest;
  /** Calls the API as the operator. */
  api<T>(path: string, body?: unknown): Promise<T>;
  /** Signs in, while the person presses this button: allow or deny. */
  logIn(intent: string): Promise<CliRun>;
  /** Runs the tool while another answers paths with this part. */
  runWhile(path: string, answer: () => Response | Promise<Response>, args: readonly string[]): Promise<CliRun>;
  close(): Promise<void>;
}

const callAsOperator =
  (program: Browser): CliDesk["api"] =>
  async (path, body) => {
    const headers = { authorization: `Bearer ${bootstrapToken}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", body: JSON.stringify(body), headers };
    const answer = await program.go(`/api/v1${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as never;
  };

/** A person who decides once about the program that asked last. */
class DecidingPerson {
  intent: string | null = null;
  private code = "";

  constructor(private readonly browser: Browser) {}

  async notice(url: string, answer: Response): Promise<void> {
    if (url.endsWith("/oauth/device") && answer.ok)
      this.code = ((await answer.clone().json()) as { user_code: string }).user_code;
  }

  async decide(): Promise<void> {
    const { intent } = this;
    this.intent = null;
    if (intent === null) return;
    await this.browser.post(decisionPath, { form: "decide", intent, user_code: this.code, role: "owner", life: "7" });
  }
}

export async function openCliDesk(): Promise<CliDesk> {
  const deployment = await openDeployment({ UPFRONT_BOOTSTRAP_TOKEN: bootstrapToken });
  const program = await openBrowser(deployment);
  const api = callAsOperator(program);
  await api("/pages", { page: { name: "Acme", subdomain: cliPage } });
  const person = new DecidingPerson(await openBrowser(deployment, { cookie: await signIn(deployment) }));
  let instead: { path: string; answer: () => Response | Promise<Response> } | null = null;
  const fetch: CliMachine["fetch"] = async (url, init) => {
    if (instead && url.includes(instead.path)) return instead.answer();
    const { pathname, search } = new URL(url);
    const answer = await program.go(`${pathname}${search}`, { ...init, signal: null });
    await person.notice(url, answer);
    return answer;
  };
  const minute = () => Math.floor(deployment.clock.now / 60_000);
  const sleep = async (milliseconds: number) => {
    const before = minute();
    deployment.clock.now += milliseconds;
    await deployment.settled();
    if (minute() !== before) await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
    await person.decide();
  };
  const cli = openCli({ fetch, sleep, now: () => deployment.clock.now });
  return {
    deployment,
    program,
    cli,
    api,
    async logIn(intent) {
      person.intent = intent;
      return cli.run(["login", origin]);
    },
    async runWhile(path, answer, args) {
      instead = { path, answer };
      return cli.run(args).finally(() => {
        instead = null;
      });
    },
    async close() {
      cli.close();
      await deployment.close();
    },
  };
}
