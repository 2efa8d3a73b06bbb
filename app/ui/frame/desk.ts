import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Result } from "~/failures/failure";
import type { AppContext } from "~/http/context";
import { throwFailureResponse } from "~/http/page-failure";
import { type DateFormats, dateFormats } from "~/i18n/dates";

type Ctx = AppContext["ctx"];

/** The input of loaders and actions of management pages. */
export interface DeskRequest {
  ctx: Ctx;
  request: Request;
  url: URL;
  params: Record<string, string | undefined>;
  /** The viewer's time zone. */
  timeZone: string;
  /** Language of management for the viewer. */
  language: string;
  /** Dates in the viewer's time zone and in the format of their region, which `language` does not tell. */
  dates: DateFormats;
  /** Language of public pages for the viewer; null = each page's own. */
  readsIn: string | null;
}

export interface PageDeskRequest extends DeskRequest {
  pageId: string;
  slug: string;
  /** The page's own time zone, in which typed times are read. */
  pageZone: string;
}

type RouteArguments = LoaderFunctionArgs | ActionFunctionArgs;

const deskOf = ({ request, params, context }: RouteArguments): DeskRequest => ({
  ctx: context.ctx,
  request,
  url: new URL(request.url),
  params,
  timeZone: context.timeZone,
  language: context.deskLanguage,
  dates: dateFormats(context.deskDates, context.timeZone),
  readsIn: context.reader.language,
});

export const deskHandler =
  <T>(work: (desk: DeskRequest) => Promise<T>) =>
  (given: RouteArguments): Promise<T> =>
    work(deskOf(given));

/** Runs loaders and actions of routes under a page: the door has found the page and put the member into ctx. */
export const pageDeskHandler =
  <T>(work: (desk: PageDeskRequest) => Promise<T>) =>
  (given: RouteArguments): Promise<T> => {
    const page = given.context.page;
    if (!page) throwFailureResponse({ name: "missing" });
    return work({ ...deskOf(given), pageId: page.id, slug: page.slug, pageZone: page.timeZone });
  };

/** Returns the value; throws the failure, which the error page shows. */
export function unwrapOrThrow<T>(result: Result<T>): T {
  if (!result.ok) throwFailureResponse(result.failure);
  return result.value;
}

type ResultValues<Asked extends readonly Promise<Result<unknown>>[]> = {
  -readonly [Place in keyof Asked]: Awaited<Asked[Place]> extends Result<infer Value> ? Value : never;
};

/**
 * Returns the values of concurrent queries, which take one round trip together; throws the first failure, which the
 * error page shows.
 */
export async function unwrapAllOrThrow<Asked extends readonly Promise<Result<unknown>>[]>(
  ...asked: Asked
): Promise<ResultValues<Asked>> {
  const results = await Promise.all(asked);
  return results.map((each) => unwrapOrThrow(each)) as ResultValues<Asked>;
}

export function routeParam(desk: DeskRequest, name: string): string {
  const value = desk.params[name];
  if (value === undefined) throwFailureResponse({ name: "missing" });
  return value;
}

/** Returns the subject of a form on its own page: its id from the address, and the version that was read. */
export const formSubjectOf = (
  desk: PageDeskRequest,
  posted: { version: number | undefined; commitId: string },
  name = "id",
) => ({
  pageId: desk.pageId,
  id: routeParam(desk, name),
  version: posted.version,
  commitId: posted.commitId,
});

export type FormSubject = ReturnType<typeof formSubjectOf>;
