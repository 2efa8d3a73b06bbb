import type { Failure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { Reader } from "./reader";

/** The page of a management route. */
export interface PageAtHand {
  id: string;
  slug: string;
  name: string;
  timeZone: string;
  language: string;
}

/** What the door hands to every loader and action. `ctx.actor` and `ctx.member` are set. */
export interface AppContext {
  ctx: Ctx;
  /** Set under a `member` guard; public routes find their page by the snapshot. */
  page: PageAtHand | null;
  /** Of app/routes.ts: the one that answers; null where none of them does. */
  routeId: string | null;
  /** The request came on the page's own host: its links have no `/<slug>` in front. */
  hostPage: boolean;
  /** The zone of the person's account, else that the viewer chose, else as the network says it, else the page's, else Etc/UTC. */
  timeZone: string;
  /** In which management speaks to the viewer: its frame, whatever the page at hand speaks. */
  frameLanguage: string;
  /** In which the page at hand does: English where its room has not been translated. */
  deskLanguage: string;
  /** By which it writes dates: the same with the region of how they read. */
  deskDates: string;
  /** How the visitor of a public page wants to read it. */
  reader: Reader;
  /** What was typed into the form at hand, for the page that says why it was not taken. */
  kept: (() => Promise<KeptForm>) | null;
  /** Why the door itself says no; printed by `manage/refused`. */
  refusal: Failure | null;
  /** The same where script asks for a page's data: every loader and action of the route answers with it. */
  refusedData: Failure | null;
}

/** What was typed into a form that could not be taken: shown, kept, sent again with one button. */
export interface KeptForm {
  path: string;
  values: Record<string, string>;
}

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends AppContext {}
}
