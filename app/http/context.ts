import type { Failure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { ReaderSettings } from "./reader";

/** The page of a management route. */
export interface ManagedPage {
  id: string;
  slug: string;
  name: string;
  timeZone: string;
  language: string;
}

/** Context that the door gives to every loader and action. `ctx.actor` and `ctx.member` are set. */
export interface AppContext {
  ctx: Ctx;
  /** Set under a `member` guard; public routes find their page by the snapshot. */
  page: ManagedPage | null;
  /** Id of the matched route of app/routes.ts; null when none matches. */
  routeId: string | null;
  /** True when the request came on the page's own host: its links have no `/<slug>` in front. */
  hostPage: boolean;
  /** Time zone of the account, else of the viewer's choice, else of the network, else of the page, else Etc/UTC. */
  timeZone: string;
  /** Language of management's frame, whatever the language of the page in it. */
  frameLanguage: string;
  /** Language of the current page: English where that page has not been translated. */
  deskLanguage: string;
  /** Locale for its dates: the same language with the region that decides their format. */
  deskDates: string;
  /** Reading settings of the visitor of a public page. */
  reader: ReaderSettings;
  /** Values typed into the current form, for the page that gives the reason of a refusal. */
  kept: (() => Promise<RejectedForm>) | null;
  /** Refusal by the door itself; printed by `manage/refused`. */
  refusal: Failure | null;
  /** The refusal for a script's request for a page's data. Every loader and action of the route answers with it. */
  refusedData: Failure | null;
}

/** Values of a form that could not be taken: they are shown again and can be sent again with one button. */
export interface RejectedForm {
  path: string;
  values: Record<string, string>;
}

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends AppContext {}
}
