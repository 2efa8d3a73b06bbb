import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Result } from "~/failures/failure";
import type { AppContext } from "~/http/context";
import { throwFailure } from "~/http/page-failure";

type Ctx = AppContext["ctx"];

/** What a loader or an action of a management page works with. */
export interface Desk {
  ctx: Ctx;
  request: Request;
  url: URL;
  params: Record<string, string | undefined>;
  /** The viewer's zone. */
  timeZone: string;
  /** In which management speaks to them. */
  language: string;
  /** In which public pages do; null = in each page's own. */
  readsIn: string | null;
}

export interface PageDesk extends Desk {
  pageId: string;
  slug: string;
  /** The page's own zone: what people type is read in it. */
  pageZone: string;
}

type Arguments = LoaderFunctionArgs | ActionFunctionArgs;

const deskOf = ({ request, params, context }: Arguments): Desk => ({
  ctx: context.ctx,
  request,
  url: new URL(request.url),
  params,
  timeZone: context.timeZone,
  language: context.deskLanguage,
  readsIn: context.reader.language,
});

export const onDesk =
  <T>(work: (desk: Desk) => Promise<T>) =>
  (given: Arguments): Promise<T> =>
    work(deskOf(given));

/** For routes under a page: the door has found it and put the member into ctx. */
export const onPage =
  <T>(work: (desk: PageDesk) => Promise<T>) =>
  (given: Arguments): Promise<T> => {
    const page = given.context.page;
    if (!page) throwFailure({ name: "missing" });
    return work({ ...deskOf(given), pageId: page.id, slug: page.slug, pageZone: page.timeZone });
  };

/** The value, or the page that says why not. */
export function orThrow<T>(result: Result<T>): T {
  if (!result.ok) throwFailure(result.failure);
  return result.value;
}

type Values<Asked extends readonly Promise<Result<unknown>>[]> = {
  -readonly [Place in keyof Asked]: Awaited<Asked[Place]> extends Result<infer Value> ? Value : never;
};

/** The values of what is asked side by side, one trip for all of it, or the page that says why not: of the first that says no. */
export async function allOrThrow<Asked extends readonly Promise<Result<unknown>>[]>(
  ...asked: Asked
): Promise<Values<Asked>> {
  const results = await Promise.all(asked);
  return results.map((each) => orThrow(each)) as Values<Asked>;
}

export function param(desk: Desk, name: string): string {
  const value = desk.params[name];
  if (value === undefined) throwFailure({ name: "missing" });
  return value;
}
