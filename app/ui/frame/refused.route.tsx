import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { throwFailure } from "~/http/page-failure";

export const handle = { guard: { kind: "public" } satisfies Guard };

/** Where the door itself says no, the words are those of every other refusal: root's error page. */
export async function loader({ context }: LoaderFunctionArgs): Promise<null> {
  throwFailure(context.refusal ?? { name: "missing" });
}

export default function Refused() {
  return null;
}
