import { createContext, type ReactNode, useContext } from "react";
import type { LastManagedPage } from "~/http/last-page";

/** A form that undoes the previous form, and the text of its button. */
export interface UndoOffer {
  form: string;
  hidden: Record<string, string>;
  /** URL to which it posts; absent = the page to which the answer led. */
  action?: string;
  label: string;
}

/** A link from the answer of a form to the next step of a page's set-up. */
export interface NextOffer {
  to: string;
  label: string;
}

/** Data about this rendering for all components; set once by root. */
export interface Viewer {
  /** Time of the request, ms. */
  now: number;
  /** The viewer's time zone (from the edge) or the page's. */
  timeZone: string;
  /** Names of zones that people know by another name. */
  zones: Record<string, string>;
  /** Token that shows that a form came from this session. */
  formToken: string;
  /** Identity of the commits of this rendering's forms: sent twice, done once. */
  nonce: string;
  signedIn: boolean;
  /** Result of the previous form, as text; null when there was none. */
  done: string | null;
  /** Form that undoes it; null when there is none, or its button is beside the notice anyway. */
  undo: UndoOffer | null;
  /** Next step of the page's set-up; null when the answer offers none. */
  next: NextOffer[];
  /** Language of management, as a BCP 47 tag. */
  language: string;
  /** The same, or English when the page is not translated. */
  pageLanguage: string;
  /** Language tag for dates: the same with the viewer's region. */
  dates: string;
  operator: boolean;
  /** The page that the person worked on last, on pages that belong to none. */
  lastPage: LastManagedPage | null;
}

const ViewerContext = createContext<Viewer | null>(null);

/**
 * Separate from the viewer, which changes with each answer, so that components that only use words are not rendered
 * again.
 */
const LanguageContext = createContext("en");

export const noViewer: Viewer = {
  now: 0,
  timeZone: "UTC",
  zones: {},
  formToken: "",
  nonce: "",
  signedIn: false,
  done: null,
  undo: null,
  next: [],
  language: "en",
  pageLanguage: "en",
  dates: "en",
  operator: false,
  lastPage: null,
};

export const LanguageProvider = LanguageContext.Provider;

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return (
    <ViewerContext.Provider value={viewer}>
      <LanguageProvider value={viewer.language}>{children}</LanguageProvider>
    </ViewerContext.Provider>
  );
}

/**
 * Returns the viewer. On the error page root's loader may not have run: then times are UTC, there is no form, and the
 * failure states the language.
 */
export const useViewer = (): Viewer => useContext(ViewerContext) ?? noViewer;

export const useLanguage = (): string => useContext(LanguageContext);
