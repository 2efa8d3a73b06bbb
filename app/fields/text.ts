import { z } from "zod";
import { said } from "~/failures/refusal";

/** The words of a closed list; takes any text, so that forms and programs may hand over what they got. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: said("value.one_of", { choices: words }) }) as unknown as z.ZodType<Words[number], string>;

const isControl = (code: number) =>
  code < 0x20 || code === 0x7f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);

/** Line breaks, NUL and bidi overrides have no place in one line of text. */
export const hasControls = (text: string): boolean => [...text].some((letter) => isControl(letter.codePointAt(0) ?? 0));

const longest = 255;
const tooLong = (limit: number) => ({
  error: (issue: { input?: unknown }) => said("value.too_long", { most: limit, length: String(issue.input).length }),
});

const plainLine = z.string().refine((text) => !hasControls(text), {
  error: said("value.line"),
  params: { code: "control_chars" },
});

/** One line that must say something: a name, a title. */
export const nameText = plainLine.trim().min(1, said("value.required")).max(longest, tooLong(longest));

/** One line that may be empty. */
export const lineText = plainLine.trim().max(longest, tooLong(longest));

/** Several lines that may be empty. */
export const longText = (limit: number) => z.string().trim().max(limit, tooLong(limit));

export const aboutText = longText(2000);

/** Markdown of an update. */
export const bodyText = z.string().max(25_000, tooLong(25_000));

export const idText = z.string().min(1).max(80);

/** A form's empty field means that nothing was given. */
export const absentIfEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((given) => (given === "" ? undefined : given), schema.optional()).optional() as unknown as z.ZodOptional<
    z.ZodType<z.output<S> | undefined, z.input<S>>
  >;

/** Every use case is about a page; a commit that is sent twice carries the same id. */
export const ofPage = { pageId: idText };
export const committed = { commitId: idText.optional() };
/** Of what the person read; absent = no comparison asked for (a program without If-Match). */
export const versioned = { version: z.number().int().nonnegative().optional() };
