import type { MetaFunction } from "@remix-run/cloudflare";
import type { loader } from "./page-layout.route";

type Layout = Awaited<ReturnType<typeof loader>>;

/** "Incidents · Acme · Upfront": the place and the page. */
export const titled =
  (place: string): MetaFunction =>
  ({ matches }) => {
    const layout = matches.find(({ id }) => id === "desk/frame/page-layout.route")?.data as Layout | undefined;
    return [{ title: [place, layout?.page.name, "Upfront"].filter(Boolean).join(" · ") }];
  };
