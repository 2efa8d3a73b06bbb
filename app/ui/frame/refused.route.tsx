import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { RouteGuard } from "~/http/guard";
import { throwFailureResponse } from "~/http/page-failure";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

/** Shows a refusal by the door with the texts of all other refusals, on the error page of root. */
export async function loader({ context }: LoaderFunctionArgs): Promise<null> {
  throwFailureResponse(context.refusal ?? { name: "missing" });
}

export default function RefusedPage() {
  return null;
}
