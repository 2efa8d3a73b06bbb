import { beforeEach } from "vitest";
import { listComponents } from "~/components/list";
import { rotateRepositorySecret } from "~/configuration/repositories/rotate-secret";
import { acceptPushEvent, type WebhookCall } from "~/configuration/repositories/take-push";
import { createRepository, readRepository } from "~/configuration/repositories/verbs";
import type { Plan } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { chargeMeter } from "~/platform/meter";
import type { Outbound, OutboundRequest } from "~/platform/outbound";
import { hmacSha256Hex } from "~/sources/contract/body-signature";
import { type FilesDesk, filesDeskOfFile, shopFile } from "./configuration-jobs";
import { good } from "./desk";

export const shaOf = (name: string): string => Buffer.from(name.padEnd(20, ".")).toString("hex");
/** Files with one component, and with two. */
export const oneComponent = shopFile("    components: { api: { name: API } }\n");
export const twoComponents = shopFile("    components: { api: { name: API }, web: { name: Web } }\n");

/** Address of the repository, as its form has it. */
export const repositoryAddress = {
  provider: "forgejo",
  url: "https://git.example.com",
  path: "acme/infra",
  branch: "main",
  file: "upfront.yaml",
} as const;

/** A server of git as a table: the file of each commit, and the branch's newest commit. */
interface TableServer {
  files: Map<string, string>;
  head: string;
  calls: OutboundRequest[];
  /** Its answer to everything; null = it answers as it should. */
  answer: { status: number; headers?: Record<string, string> } | null;
}

interface Connected {
  id: string;
  secret: string;
}

interface PushOptions {
  ref?: string;
  path?: string;
  delivery?: string;
}

/** A page with repositories on one server, and people who connect them. */
export interface RepositoryDesk {
  desk: FilesDesk;
  server: TableServer;
  owner(): Ctx;
  admin(): Ctx;
  stranger(): Ctx;
  connect(more?: object, as?: () => Ctx): Promise<Connected>;
  /** Makes a commit the branch's newest one, and returns its name. */
  commit(name: string, text: string): string;
  /** Returns the call by which the server says that someone pushed. */
  pushOf(to: Connected, sha: string, options?: PushOptions): WebhookCall;
  pushed(to: Connected, sha: string, options?: PushOptions): Promise<unknown>;
  read(of: Pick<Connected, "id">): Promise<Awaited<ReturnType<typeof readingsOf>>>;
  newest(of: Pick<Connected, "id">): Promise<Awaited<ReturnType<typeof readingsOf>>["readings"][number] | undefined>;
  names(): Promise<string[]>;
  minutes(count: number): Promise<void>;
}

const readingsOf = (ctx: Ctx, pageId: string, id: string) => good(readRepository(ctx, { pageId, id }));

const answered = (status: number, text: string, headers: Record<string, string> = {}) => ({
  ok: true as const,
  status,
  text,
  headers: new Headers(headers),
  truncated: false,
  milliseconds: 1,
});

function answerOf(server: TableServer, request: OutboundRequest) {
  server.calls.push(request);
  if (server.answer) return answered(server.answer.status, "", server.answer.headers);
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.includes("/branches/")) {
    const commit = { id: server.head, message: "A change\nof much", author: { name: "Ann" } };
    return answered(200, JSON.stringify({ name: "main", commit }));
  }
  const text = server.files.get(searchParams.get("ref") ?? "");
  return text === undefined ? answered(404, "{}") : answered(200, text);
}

let deliveries = 0;

function signedPush({ id, secret }: Connected, sha: string, options: PushOptions = {}): WebhookCall {
  const { ref = "refs/heads/main", path = "acme/infra", delivery = `d-${++deliveries}` } = options;
  const body = JSON.stringify({ ref, after: sha, repository: { full_name: path }, commits: [] });
  const signature = { "x-forgejo-signature": hmacSha256Hex(secret, body) };
  const headers = new Headers({ "x-forgejo-event": "push", "x-forgejo-delivery": delivery, ...signature });
  return { id, body: new TextEncoder().encode(body), from: "192.0.2.1", headers };
}

/** Opens pages for all tests of a file, on one machine; each test finds them as they were. */
export function repositoryDeskOfFile(plan: Plan = "own"): RepositoryDesk {
  const desk = filesDeskOfFile({ UPFRONT_PLAN: plan });
  const { deployment } = desk;
  const server: TableServer = { files: new Map(), head: "", calls: [], answer: null };
  beforeEach(() => {
    Object.assign(server, { files: new Map(), head: "", calls: [], answer: null });
    deployment.way.outbound = ({ meter }) =>
      ({
        fetch: async (request: OutboundRequest) => {
          chargeMeter(meter, "subrequests", 1);
          return answerOf(server, request);
        },
      }) as unknown as Outbound;
  });
  const onPage = (id: string, role: "owner" | "admin"): Ctx => ({
    ...desk.person(id),
    member: { pageId: desk.pageId, role },
  });
  const owner = () => onPage("owner", "owner");
  const stranger = () => deployment.ctx();
  const read: RepositoryDesk["read"] = ({ id }) => readingsOf(owner(), desk.pageId, id);
  return {
    desk,
    server,
    owner,
    admin: () => onPage("admin", "admin"),
    stranger,
    async connect(more = {}, as = owner) {
      const { pageId } = desk;
      const given = { pageId, ...repositoryAddress, token: "a-token-of-ours", ...more };
      const { id } = await good(createRepository(as(), given));
      const { secret } = await good(rotateRepositorySecret(as(), { pageId, id }));
      return { id, secret };
    },
    commit(name, text) {
      server.head = shaOf(name);
      server.files.set(server.head, text);
      return server.head;
    },
    pushOf: signedPush,
    async pushed(to, sha, options = {}) {
      // Readings are in the order of their ids, which is that of their times.
      deployment.clock.now += 1000;
      const taken = await good(acceptPushEvent(stranger(), signedPush(to, sha, options)));
      await deployment.settled();
      return taken;
    },
    read,
    newest: async (of) => (await read(of)).readings[0],
    async names() {
      const { components } = await good(listComponents(owner(), { pageId: desk.pageId }));
      return components.map(({ name }) => name).sort();
    },
    async minutes(count) {
      for (let minute = 0; minute < count; minute++) await desk.tick();
    },
  };
}
