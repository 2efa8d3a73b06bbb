import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { AppContext } from "~/http/context";
import type { ReaderSettings } from "~/http/reader";
import type { TestDeployment } from "./database";

export interface Visit {
  reader?: Partial<ReaderSettings>;
  hostPage?: boolean;
  headers?: Record<string, string>;
  /** A database in place of the real one. */
  database?: D1Database;
}

/** Returns the arguments that Remix passes to a public route's loader for this address. */
export function visit(
  deployment: TestDeployment,
  path: string,
  params: Record<string, string>,
  options: Visit = {},
): LoaderFunctionArgs {
  const { reader: chosen, hostPage = false, headers = {}, database } = options;
  const ctx = deployment.ctx({ kind: "visitor" }, database ? { database } : undefined);
  const reader: ReaderSettings = { language: null, timeZone: null, theme: null, ...chosen };
  const desk = { timeZone: reader.timeZone ?? "Etc/UTC", frameLanguage: "en", deskLanguage: "en", deskDates: "en" };
  const rest = { ...desk, page: null, routeId: null, kept: null, refusal: null, refusedData: null };
  const handed: AppContext = { ctx, hostPage, reader, ...rest };
  const context: LoaderFunctionArgs["context"] = { ...handed };
  return { request: new Request(`http://localhost:8787${path}`, { headers }), params, context };
}
