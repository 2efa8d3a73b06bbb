/** Participles that no ending gives away. */
const irregularParticiples = new Set(
  (
    "begun bent borne bought brought built caught chosen come dealt done drawn driven fallen felt flown forgotten " +
    "found given gone grown held heard hidden kept known laid led left lent lost made meant met paid proven put ran read " +
    "reread retold risen rung said sat saw seen sent shown sold sought spent spoken stood stuck sung taken taught " +
    "thought thrown told torn understood undone went withdrawn won worn written"
  ).split(" "),
);

const pronouns = new Set(
  (
    "all any anybody anything both each either everybody everything few he her hers him himself his it its itself many " +
    "me mine my neither nobody none nothing one other others our ours own same several she some somebody something such " +
    "that their theirs them themselves these they this those us we what whatever which who whoever whole whom whose you"
  ).split(" "),
);

/** Words that only place a noun, or a time, and are none. */
const relations = new Set(
  (
    "about above after again ago ahead along already also alone always among apart around as aside at away back because " +
    "before behind below beside besides between beyond by down else elsewhere enough ever everywhere for from here how " +
    "if in inside into just last late later less meanwhile more most near never next now nowhere of off on once only onto " +
    "or out outside over perhaps since so sooner still than then there through to together too towards under until up " +
    "upon when where whether why with within without yet"
  ).split(" "),
);

/** Nouns that say nothing alone: of what? */
const emptyNouns = new Set(
  (
    "answer answers course data detail details facts hand head info item items kind lane line object part parts piece " +
    "pieces place places road room rooms row rows side sort step steps stretch thing things turn value " +
    "values view way ways"
  ).split(" "),
);

const nounsInEd = new Set("bed breed creed deed embed feed greed hundred indeed need seed shed speed weed".split(" "));
const nounsInIng = new Set(
  (
    "binding branding building ceiling coding drawing encoding ending finding firing greeting heading keyring king listing mapping globalping meaning meeting monitoring opening ping rating " +
    "reading rendering ring setting spending spring standing string thing timing warning wing worsening writing"
  ).split(" "),
);

/** Functions that answer yes or no read as a sentence: `isMuted`, `hasBegun`. */
const questions = new Set("are can did do does had has have is may must needs should was were will".split(" "));
/** Verbs that look like a participle: a function or a file may be called `read`. */
const verbs = new Set("cut hit put read set split".split(" "));

/** `AlertTold` → alert, told. */
export const wordsOfIdentifier = (name: string): string[] =>
  (name.match(/[A-Z]?[a-z\d]+|[A-Z]/g) ?? []).map((word) => word.toLowerCase());

const isParticiple = (word: string): boolean =>
  irregularParticiples.has(word) ||
  (word.length > 3 && word.endsWith("ed") && !nounsInEd.has(word)) ||
  (word.length > 4 && word.endsWith("ing") && !nounsInIng.has(word));

const isNoNoun = (word: string): boolean => isParticiple(word) || pronouns.has(word) || relations.has(word);

/** True when a type's name lacks its noun: it ends with a participle or a pronoun, or is one empty noun. */
export function isMeaninglessTypeName(name: string): boolean {
  const words = wordsOfIdentifier(name);
  const last = words.at(-1) ?? "";
  return isNoNoun(last) || (words.length === 1 && emptyNouns.has(last));
}

/** True when a function or constant is named without a noun: `shown`, `toldBy`, or a verb with a participle, `noteTold`. */
export function isMeaninglessValueName(name: string): boolean {
  const words = wordsOfIdentifier(name);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (words.length === 1) return !verbs.has(last) && (isNoNoun(last) || emptyNouns.has(last));
  if (questions.has(first)) return false;
  return words.every(isNoNoun) || (words.length === 2 && isParticiple(last));
}

/** True when a file's name says nothing without its folder. A verb, such as `read`, is the name of a use case. */
export function isMeaninglessFileStem(stem: string): boolean {
  const words = wordsOfIdentifier(stem);
  if (words.length === 1 && verbs.has(stem)) return false;
  return words.every(isNoNoun) || (words.length === 1 && emptyNouns.has(stem));
}

const plurals = new Set(["children", "people"]);

const units = new Set(
  (
    "bits chars code cents count depth dollars format height hour length minute ms number percent port px radius ratio " +
    "scale share size version width"
  ).split(" "),
);

/** True when a number's name says what it counts or measures: `checkWindowMs`, `statementsPerMinute`, `maxNamesShown`. */
export function hasUnitInName(name: string): boolean {
  const words = wordsOfIdentifier(name);
  return units.has(words.at(-1) ?? "") || words.some((word) => plurals.has(word) || /[^s]s$/.test(word));
}
