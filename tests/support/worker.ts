import type { Bindings } from "~/platform/env";
import { publicRoutes } from "~/public-routes";
import { makeUpfrontWorker, type UpfrontWorker } from "~/worker";
import type { TestDeployment } from "./database";
import { remixBuild } from "./remix-build";

export const origin = "http://localhost:8787";

let worker: UpfrontWorker | undefined;

const workerOnce = () => (worker ??= makeUpfrontWorker(publicRoutes, remixBuild));

export interface Browser {
  /** Makes a request as a browser of this deployment does; returns its answer when the deferred work is done. */
  go(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a form as a browser does from this site. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
}

interface BrowserOptions {
  cookie?: string;
  settings?: Partial<Bindings>;
  /** Called with the answer, before the deferred work is awaited. */
  answered?: (response: Response) => void;
}

/** Opens the whole worker in process, composed as in app/entry.worker.ts, on the deployment's database and clock. */
export async function openBrowser(
  { bindings, clock, way }: TestDeployment,
  { cookie, settings = {}, answered }: BrowserOptions = {},
): Promise<Browser> {
  const { fetch } = workerOnce();
  const env = { ...bindings, ...settings };
  const go = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const deferred: Promise<unknown>[] = [];
    const headers = new Headers(init.headers);
    if (cookie !== undefined && !headers.has("cookie")) headers.set("cookie", cookie);
    const request = new Request(new URL(path, origin), { redirect: "manual", ...init, headers });
    const around = {
      now: () => clock.now,
      sleep: async () => undefined,
      defer: (work: Promise<unknown>) => void deferred.push(work),
      ...(way.outbound ? { outbound: way.outbound } : {}),
    };
    const response = await fetch(request, env, around);
    answered?.(response);
    for (let done = 0; done < deferred.length; done++) await deferred[done];
    return response;
  };
  const post: Browser["post"] = (path, fields = {}, headers = {}) =>
    go(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "sec-fetch-site": "same-origin", ...headers },
    });
  return { go, post };
}
