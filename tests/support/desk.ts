import type { Actor, Role } from "~/access/actor";
import { createComponent } from "~/components/create";
import type { SqlStatement } from "~/db/write";
import type { Result } from "~/failures/failure";
import { createPage } from "~/pages/verbs";
import type { Ctx } from "~/platform/ctx";
import type { Bindings } from "~/platform/env";
import { openDeployment, type TestDeployment } from "./database";
import { rowsOf } from "./emptied-database";
import { byTriggers, tableNames, unmetered } from "./restored";

/** A page with its owner and three components that people keep manually, and people of every role. */
export interface Desk {
  deployment: TestDeployment;
  pageId: string;
  slug: string;
  /** Ids of Website, API and Sign-in. */
  components: [string, string, string];
  /** Returns a new ctx of a person with this role on the page; null = a member of nothing. */
  as(role: Role | null): Ctx;
  owner(): Ctx;
  close(): Promise<void>;
}

const person = (id: string): Actor => ({ kind: "person", id, operator: false, sessionId: "s" });
export const operator: Actor = { kind: "person", id: "founder", operator: true, sessionId: "s" };

/** Returns the value, or throws the failure as the test's own. */
export async function good<T>(result: Promise<Result<T>> | Result<T>): Promise<T> {
  const found = await result;
  if (!found.ok) throw new Error(JSON.stringify(found.failure));
  return found.value;
}

export const failureOf = async <T>(result: Promise<Result<T>>) => {
  const found = await result;
  return found.ok ? null : found.failure;
};

type Made = Pick<Desk, "pageId" | "components">;

/** Creates the page as its people would. */
async function make(home: TestDeployment, slug: string): Promise<Made> {
  const { id: pageId } = await good(createPage(home.ctx(operator), { name: "Acme", slug }));
  const admin = () => ({ ...home.ctx(person("admin")), member: { pageId, role: "admin" as const } });
  const component = async (name: string) =>
    (await good(createComponent(admin(), { pageId, name, status: "operational" }))).id;
  const components: Made["components"] = [
    await component("Website"),
    await component("API"),
    await component("Sign-in"),
  ];
  return { pageId, components };
}

/**
 * The rows of a new desk as the use cases leave them. They run once per process, because they take ten times as long as
 * inserting rows.
 */
let left: Promise<{ made: Made; rows: SqlStatement[] }> | undefined;

async function makeOnce(): Promise<{ made: Made; rows: SqlStatement[] }> {
  const home = await openDeployment();
  const made = await make(home, "acme");
  await home.settled();
  const { DB } = home.bindings;
  const names = (await tableNames(DB)).filter((name) => name !== byTriggers);
  // Migrations leave rows of their own, and triggers write while other rows are inserted.
  const rows = [...names, byTriggers].map((name) => ({ sql: `DELETE FROM ${name}`, params: [] as unknown[] }));
  rows.push(...(await rowsOf(DB, names)), { sql: `DELETE FROM ${byTriggers}`, params: [] });
  rows.push(...(await rowsOf(DB, [byTriggers])));
  await home.close();
  return { made, rows };
}

async function putBack({ bindings }: TestDeployment): Promise<Made> {
  left ??= makeOnce();
  const { made, rows } = await left;
  await unmetered(bindings.DB, rows);
  return made;
}

/**
 * Opens a desk. On an existing deployment its people create it; otherwise its rows are inserted into a new one with
 * these settings.
 */
export async function openDesk(on: TestDeployment | Partial<Bindings> = {}, slug = "acme"): Promise<Desk> {
  const isThere = (each: typeof on): each is TestDeployment => "clock" in each;
  const home = isThere(on) ? on : await openDeployment(on);
  const { pageId, components } = isThere(on) ? await make(home, slug) : await putBack(home);
  const as = (role: Role | null): Ctx => ({
    ...home.ctx(person(role === "owner" ? "founder" : `${role}`)),
    member: role ? { pageId, role } : null,
  });
  return { deployment: home, pageId, slug, components, as, owner: () => as("owner"), close: () => home.close() };
}
