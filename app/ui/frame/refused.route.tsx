import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { RouteGuard } from "~/http/guard";
import { throwFailure } from "~/http/page-failure";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

/** Shows a refusal by the door with the texts of all other refusals, on the error page of root. */
export async function loader({ context }: LoaderFunctionArgs): Promise<null> {
  throwFailure(context.refusal ?? { name: "missing" });
}

export default function RefusedPage() {
  return null;
}
