import { CliError, usageError } from "../definition/cli-error";
import type { OptionValues } from "../definition/command-definition";
import { ApiClient, type ApiRequest, type ApiTarget } from "./api-client";
import { readCredentials } from "./credentials";
import type { CliMachine } from "./machine";

interface PageReference {
  id: string;
  subdomain: string;
  name: string;
}

/** True for a name of this machine. */
export const isLoopbackHost = (name: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(name);

/** Returns the origin of a deployment's URL. Throws CliError for another text, and for one that would show the token on its way. */
export function deploymentOrigin(text: string, isInsecureAllowed = false): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageError(`“${text}” is not the URL of a deployment. Write it as https://status.example.com.`);
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname) && !isInsecureAllowed)
    throw usageError(
      `${url.origin} is not https, so anyone on the way can read your token. Use https, or set UPFRONT_INSECURE=1.`,
    );
  return url.origin;
}

/** Returns the deployment and the token: options first, then the environment, then the last sign-in. */
export function resolveTarget(machine: CliMachine, options: OptionValues): ApiTarget | null {
  const { env } = machine;
  const named = typeof options.url === "string" ? options.url : env.UPFRONT_URL;
  const token = env.UPFRONT_TOKEN?.trim() || null;
  if (!named && token !== null)
    throw usageError("UPFRONT_TOKEN is set, but no deployment is named. Set UPFRONT_URL too, or add --url.");
  const kept = token === null ? readCredentials(machine) : null;
  const address = named || kept?.current;
  if (!address) return null;
  const url = deploymentOrigin(address, env.UPFRONT_INSECURE === "1");
  return { url, token: token ?? kept?.deployments[url]?.token ?? null };
}

/** The deployment, the person and the page of one command; each is found out when it is first asked for. */
export class CliSession {
  private pageName: string | null = null;

  constructor(
    private readonly machine: CliMachine,
    private readonly options: OptionValues,
  ) {}

  /** The deployment's API. Throws CliError when no deployment is named. */
  get api(): ApiClient {
    const target = resolveTarget(this.machine, this.options);
    if (target) return new ApiClient(target, this.machine);
    throw usageError("No deployment is named. Run upfront login https://status.example.com, or set UPFRONT_URL.");
  }

  /**
   * Returns an address of the deployment, at the origin by which it is called: no answer of it sends this machine
   * elsewhere, such as into its own network. Throws CliError when it is none.
   */
  addressHere(address: string): string {
    const { url } = this.api.target;
    const named = URL.parse(address);
    if (named) return `${url}${named.pathname}${named.search}`;
    throw new CliError(`${url} answered with an address that is none. Check the URL.`);
  }

  /** Returns the page: as named, else the only one that the person has. Throws CliError. */
  async page(): Promise<string> {
    this.pageName ??= this.namedPage ?? (await this.onlyPage());
    return this.pageName;
  }

  /** The page that was named; null = none was. */
  get namedPage(): string | null {
    const { page } = this.options;
    return (typeof page === "string" && page) || this.machine.env.UPFRONT_PAGE || null;
  }

  private async onlyPage(): Promise<string> {
    const pages = await this.api.call<PageReference[]>("/pages");
    const [only, ...more] = pages;
    if (only && more.length === 0) return only.subdomain;
    const names = pages.map(({ subdomain }) => subdomain).join(", ");
    throw pages.length === 0
      ? new CliError("You have no page yet. Create one in the browser, or ask an owner to invite you.")
      : usageError(`Name the page with --page, or set UPFRONT_PAGE. Yours are: ${names}.`);
  }

  /** Calls a path below the page. */
  async onPage<Answer>(path: string, request?: ApiRequest): Promise<Answer> {
    return this.api.call<Answer>(`/pages/${encodeURIComponent(await this.page())}${path}`, request);
  }
}
