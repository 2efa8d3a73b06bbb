import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { AppContext } from "~/http/context";
import type { TestDeployment } from "./database";

export interface Visit {
  viewerZone?: string | null;
  hostPage?: boolean;
  headers?: Record<string, string>;
  /** Another database than the real one. */
  database?: D1Database;
}

/** What Remix hands to a public route's loader for this address. */
export function visit(
  deployment: TestDeployment,
  path: string,
  params: Record<string, string>,
  options: Visit = {},
): LoaderFunctionArgs {
  const { viewerZone = null, hostPage = false, headers = {}, database } = options;
  const ctx = deployment.ctx({ kind: "visitor" }, database ? { database } : undefined);
  const rest = { page: null, timeZone: viewerZone ?? "Etc/UTC", kept: null, refusal: null, refusedData: null };
  const handed: AppContext = { ctx, hostPage, viewerZone, ...rest };
  const context: LoaderFunctionArgs["context"] = { ...handed };
  return { request: new Request(`http://localhost:8787${path}`, { headers }), params, context };
}
