/** What a text of a language must not look like: typography that translators and their tools get wrong. */

/** A sentence that ends as such, in any of the scripts. */
export const endsInStop = (text: string): boolean => /[.。।]["”»」』״]?$/.test(text) && !/…$|\.\.\.$/.test(text);

/** French writes a narrow space that does not break before these, and within its quotes. */
const frenchFaults = (text: string): boolean => {
  const bare = text.replaceAll(/(?:https?|wss?):\/\/\S*|\d:\d/g, "x");
  return /[^\u202f][:;?!»]|«[^\u202f]/.test(bare) || /^[:;?!»]/.test(bare);
};

const opening = /[\u2066-\u2068]/g;
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

/** Isolates that are not closed change the direction of what follows; overrides and embeddings always do. */
const unbalanced = (text: string): boolean =>
  count(text, opening) !== count(text, /\u2069/g) || /[\u202a-\u202e]/.test(text);

/** Quotation marks that a language writes; all others in it come from another one. */
const quotes: Record<string, string> = {
  // Of code, too.
  en: "“”‘’`",
  de: "„“‚‘’",
  es: "«»“”’",
  fr: "«»“”’",
  "pt-BR": "“”‘’",
  ja: "「」『』",
  "zh-Hans": "“”‘’",
  ar: "«»“”",
  he: "״׳“”",
  hi: "“”‘’",
};
/** Of a language that has no line above: whatever is no mark of a typewriter. */
const anyOwn = "„“”‚‘’«»「」『』״׳";
const anyQuote = /["'`´„“”‚‘’«»「」『』״׳]/g;

const foreignQuotes = (language: string, text: string): boolean =>
  [...text.matchAll(anyQuote)].some(([mark]) => !(quotes[language] ?? anyOwn).includes(mark));

/** English words that no language of ours in Latin letters has. */
const english = /\b(?:the|and|with|your|yours|this|that|from|you|were|been|until|please|their|there)\b/i;

const withoutGaps = (text: string) => text.replaceAll(/\{\{\w+\}\}/g, "x");

const rules: Record<string, (language: string, text: string) => boolean> = {
  isolates: (_, text) => unbalanced(text),
  quotes: foreignQuotes,
  dots: (_, text) => /\.\.|。。|।।|[.。।][.。।]/.test(text),
  french: (language, text) => language === "fr" && frenchFaults(text),
  english: (language, text) => language !== "en" && english.test(withoutGaps(text)),
  spaces: (_, text) => / [,.;:!)。、，।]|\( |\t|\n| {2}/.test(text),
};

const ownMarks: Record<string, RegExp> = {
  ar: /[,;?]/,
  ja: /[,;?!]|[^ -~][.:]/,
  "zh-Hans": /[,;?!]|[^ -~][.:]/,
  hi: /[^\d]\.$/,
};

/** Marks of Latin scripts where a language has its own. */
export const foreignMarks = (language: string, text: string): boolean => ownMarks[language]?.test(text) ?? false;

/** The names of the rules that a text breaks. */
export const brokenMarks = (language: string, text: string): string[] =>
  Object.entries(rules).flatMap(([name, breaks]) => (breaks(language, text) ? [name] : []));
