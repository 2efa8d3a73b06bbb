import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { RouteGuard } from "~/http/guard";
import { frontPageResponse } from "./front";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { page: slug = "" } = args.params;
  return frontPageResponse(args, slug, slug);
}
