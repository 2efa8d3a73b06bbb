import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { refuse } from "./refuse";

export const handle = { guard: { kind: "public" } satisfies Guard };

/** Any other address: the same answer as for a page that is not there. */
export const loader = ({ request }: LoaderFunctionArgs): Promise<Response> => refuse(request, { name: "missing" });
