import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { nowhere, refuse } from "./refuse";

export const handle = { guard: { kind: "public" } satisfies Guard };

/** Any other address: the same answer as for a page that is not there. */
export const loader = ({ request, context }: LoaderFunctionArgs): Promise<Response> => {
  const [, slug = ""] = new URL(request.url).pathname.split("/");
  return refuse(request, { name: "missing" }, nowhere(slug, context.hostPage, context.reader));
};
