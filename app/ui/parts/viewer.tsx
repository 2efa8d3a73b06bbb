import { createContext, type ReactNode, useContext } from "react";

/** A form that takes back what the form before did, and the word of its button. */
export interface Undo {
  form: string;
  hidden: Record<string, string>;
  /** Where it posts; absent = to the page that the answer led to. */
  action?: string;
  label: string;
}

/** What every component may need to know about this one rendering; set once by root. */
export interface Viewer {
  /** The instant of the request, ms. */
  now: number;
  /** Where the viewer sits (from the edge) or the page's zone. */
  timeZone: string;
  /** The names of zones that people know by another one than their own. */
  zones: Record<string, string>;
  /** Proves that a form came from this session. */
  formToken: string;
  /** Identity of what this rendering's forms will commit: sent twice, done once. */
  nonce: string;
  signedIn: boolean;
  /** What the form before did, in words; null where there was none. */
  done: string | null;
  /** What takes that back; null where nothing does, or the way back stands beside it. */
  undo: Undo | null;
  /** The language that management speaks to them, as a BCP 47 tag. */
  language: string;
  /** The same, or English where the page has not been translated. */
  pageLanguage: string;
  /** The tag by which dates are written: the same with the viewer's region. */
  dates: string;
  operator: boolean;
}

const ViewerContext = createContext<Viewer | null>(null);

/** Apart, because the viewer is another with each answer: what only reads words is not drawn again for it. */
const LanguageContext = createContext("en");

export const nobody: Viewer = {
  now: 0,
  timeZone: "UTC",
  zones: {},
  formToken: "",
  nonce: "",
  signedIn: false,
  done: null,
  undo: null,
  language: "en",
  pageLanguage: "en",
  dates: "en",
  operator: false,
};

export const LanguageProvider = LanguageContext.Provider;

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return (
    <ViewerContext.Provider value={viewer}>
      <LanguageProvider value={viewer.language}>{children}</LanguageProvider>
    </ViewerContext.Provider>
  );
}

/** In the error page root's loader may not have run: then times are UTC, there is no form, and the failure has the language. */
export const useViewer = (): Viewer => useContext(ViewerContext) ?? nobody;

export const useLanguage = (): string => useContext(LanguageContext);
