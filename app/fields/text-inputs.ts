import { z } from "zod";
import { refusalFor } from "~/failures/refusal";

/**
 * Schema of a closed list's words; it takes any text as input, so that forms and programs may pass on what they
 * received.
 */
export const oneOfSchema = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: refusalFor("value.one_of", { choices: words }) }) as unknown as z.ZodType<
    Words[number],
    string
  >;

const isControl = (code: number) =>
  code < 0x20 || code === 0x7f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);

/** True when a text has line breaks, NUL or bidi overrides, which are not allowed in one line of text. */
export const hasControlChars = (text: string): boolean =>
  [...text].some((letter) => isControl(letter.codePointAt(0) ?? 0));

const maxNameChars = 255;
const tooLong = (limit: number) => ({
  error: (issue: { input?: unknown }) =>
    refusalFor("value.too_long", { most: limit, length: String(issue.input).length }),
});

const plainLine = z.string().refine((text) => !hasControlChars(text), {
  error: refusalFor("value.line"),
  params: { code: "control_chars" },
});

/** One non-empty line: a name, a title. */
export const nameTextSchema = plainLine
  .trim()
  .min(1, refusalFor("value.required"))
  .max(maxNameChars, tooLong(maxNameChars));

/** One line that may be empty. */
export const lineTextSchema = plainLine.trim().max(maxNameChars, tooLong(maxNameChars));

/** Several lines that may be empty. */
export const longTextSchema = (limit: number) => z.string().trim().max(limit, tooLong(limit));

export const aboutTextSchema = longTextSchema(2000);

/** Markdown of an update. */
export const bodyTextSchema = z.string().max(25_000, tooLong(25_000));

export const idTextSchema = z.string().min(1).max(80);

/** Treats a form's empty field as not given. */
export const absentIfEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((given) => (given === "" ? undefined : given), schema.optional()).optional() as unknown as z.ZodOptional<
    z.ZodType<z.output<S> | undefined, z.input<S>>
  >;

/** A search text; an empty text is treated as absent. */
export const searchTextInputSchema = absentIfEmpty(
  z
    .string()
    .trim()
    .max(100, refusalFor("value.longest", { most: 100 })),
);

/** Fields of every use case: its page, and the id of the commit, which is the same when it is sent twice. */
export const pageIdInputShape = { pageId: idTextSchema };
export const commitIdInputShape = { commitId: idTextSchema.optional() };
/** Version that the person read; absent = no comparison requested (a program without If-Match). */
export const versionInputShape = { version: z.number().int().nonnegative().optional() };
