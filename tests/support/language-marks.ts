/** Typographic errors that translators and their tools make. */

/** Returns true for a text that ends like a sentence, in any of the scripts. */
export const endsInStop = (text: string): boolean => /[.。।]["”»」』״]?$/.test(text) && !/…$|\.\.\.$/.test(text);

/** French has a narrow no-break space before these marks, and within its quotes. */
const frenchFaults = (text: string): boolean => {
  const bare = text.replaceAll(/(?:https?|wss?):\/\/\S*|\d:\d/g, "x");
  return /[^\u202f][:;?!»]|«[^\u202f]/.test(bare) || /^[:;?!»]/.test(bare);
};

const opening = /[\u2066-\u2068]/g;
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

/** Unclosed isolates change the direction of the following text; overrides and embeddings always do. */
const unbalanced = (text: string): boolean =>
  count(text, opening) !== count(text, /\u2069/g) || /[\u202a-\u202e]/.test(text);

/** Quotation marks of each language; all others come from another language. */
const quotes: Record<string, string> = {
  // Includes marks of code.
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
  nl: "‘’“”",
  it: "«»“”’",
  pl: "„”‚’",
  uk: "«»„“’",
  tr: "“”‘’",
  ko: "‘’“”",
  id: "“”‘’",
};
/** Marks allowed in a language that is not listed: all except those of a typewriter. */
const anyOwn = "„“”‚‘’«»「」『』״׳";
const anyQuote = /["'`´„“”‚‘’«»「」『』״׳]/g;

const foreignQuotes = (language: string, text: string): boolean =>
  [...text.matchAll(anyQuote)].some(([mark]) => !(quotes[language] ?? anyOwn).includes(mark));

/** English words that none of our languages in Latin letters has. */
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

/** Returns true for marks of Latin scripts in a language that has its own. */
export const foreignMarks = (language: string, text: string): boolean => ownMarks[language]?.test(text) ?? false;

/** Returns the names of the rules that a text breaks. */
export const brokenMarks = (language: string, text: string): string[] =>
  Object.entries(rules).flatMap(([name, breaks]) => (breaks(language, text) ? [name] : []));
