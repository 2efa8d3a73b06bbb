import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { throwFailure } from "~/http/page-failure";

export const handle = { guard: { kind: "public" } satisfies Guard };

/** Where the door sends what it refuses, so that the refusal is a page of ours; asked for by its address it is nothing. */
export async function loader({ context }: LoaderFunctionArgs) {
  throwFailure(context.refusal ?? { name: "missing" });
}

export default function Refused() {
  return null;
}
