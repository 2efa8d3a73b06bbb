import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { homePage } from "~/usecases/pages/home";
import { showFront } from "./front";
import { refuse } from "./refuse";

export const handle = { guard: { kind: "public" } satisfies Guard };

/** `/`: the page that the operator chose, else sign-in. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const home = await homePage(args.context.ctx);
  if (!home.ok) return refuse(args.request, home.failure);
  if (home.value !== null) return showFront(args, home.value);
  return new Response(null, { status: 303, headers: { location: "/manage/sign-in" } });
}
