import type { Ctx } from "~/platform/ctx";
import type { Actor, Role } from "~/rules/basics/actor";
import type { Result } from "~/rules/basics/failure";
import { createComponent } from "~/usecases/components/create";
import { createPage } from "~/usecases/pages/create";
import { openDeployment, type TestDeployment } from "./database";

/** A page with its owner and three components, and people of every role. */
export interface Desk {
  deployment: TestDeployment;
  pageId: string;
  slug: string;
  /** Ids of Website, API and Sign-in. */
  components: [string, string, string];
  /** A fresh ctx of somebody with this role on the page; null = a member of nothing. */
  as(role: Role | null): Ctx;
  owner(): Ctx;
  close(): Promise<void>;
}

export const operator: Actor = { kind: "person", id: "founder", operator: true, sessionId: "s" };

/** The value, or the failure as the test's own. */
export async function good<T>(result: Promise<Result<T>> | Result<T>): Promise<T> {
  const found = await result;
  if (!found.ok) throw new Error(JSON.stringify(found.failure));
  return found.value;
}

export const failureOf = async <T>(result: Promise<Result<T>>) => {
  const found = await result;
  return found.ok ? null : found.failure;
};

export async function openDesk(deployment?: TestDeployment, slug = "acme"): Promise<Desk> {
  const home = deployment ?? (await openDeployment());
  const made = await good(createPage(home.ctx(operator), { name: "Acme", slug }));
  const as = (role: Role | null): Ctx => ({
    ...home.ctx({ kind: "person", id: role === "owner" ? "founder" : `${role}`, operator: false, sessionId: "s" }),
    member: role ? { pageId: made.id, role } : null,
  });
  const component = async (name: string) => (await good(createComponent(as("admin"), { pageId: made.id, name }))).id;
  const components: Desk["components"] = [
    await component("Website"),
    await component("API"),
    await component("Sign-in"),
  ];
  return {
    deployment: home,
    pageId: made.id,
    slug,
    components,
    as,
    owner: () => as("owner"),
    close: () => home.close(),
  };
}
