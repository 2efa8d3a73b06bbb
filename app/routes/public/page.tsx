import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { showFront } from "./front";

export const handle = { guard: { kind: "public" } satisfies Guard };

export const loader = (args: LoaderFunctionArgs): Promise<Response> => showFront(args, args.params.page ?? "");
