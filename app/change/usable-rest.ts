import type { z } from "zod";
import { fail, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AuthorizedInput, ChangeInputTarget } from "./authorize-and-parse";

const topOf = (name: string): string => name.split(".")[0] ?? name;

const without = (given: object, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));

/**
 * Returns the usable part of an invalid input, to be judged and never stored: an invalid field is treated as absent,
 * and a required one is filled with a placeholder text. Null when nothing can be judged.
 */
function usableRest<Schema extends z.ZodType<ChangeInputTarget>>(
  ctx: Ctx,
  schema: Schema,
  given: object,
  wrong: ReadonlySet<string>,
): AuthorizedInput<z.output<Schema>> | null {
  const rest = without(given, wrong);
  const parsed = schema.safeParse(rest);
  const missing = parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]));
  if (missing.some((name) => !wrong.has(name))) return null;
  const texts = Object.fromEntries(missing.map((name) => [name, ctx.id()]));
  const { success, data } = parsed.success ? parsed : schema.safeParse({ ...rest, ...texts });
  return success && data ? { input: data, pageId: data.pageId ?? null, commitId: data.commitId ?? ctx.id() } : null;
}

/**
 * Judges a refused input by its other facts too, so that everything wrong with a form is reported at once. Adds nothing
 * about fields that are refused already.
 */
export async function withFailuresOfOtherFields<Schema extends z.ZodType<ChangeInputTarget>, T>(
  ctx: Ctx,
  { schema, given }: { schema: Schema; given: object },
  refused: Result<T>,
  judge: (rest: AuthorizedInput<z.output<Schema>>) => Promise<Result<unknown>>,
): Promise<Result<T>> {
  if (refused.ok || refused.failure.name !== "invalid") return refused;
  const wrong = new Set(Object.keys(refused.failure.fields).map(topOf));
  const rest = usableRest(ctx, schema, given, wrong);
  const judged = rest ? await judge(rest) : null;
  if (!judged || judged.ok || judged.failure.name !== "invalid") return refused;
  const more = Object.entries(judged.failure.fields).filter(([name]) => !wrong.has(topOf(name)));
  return fail({ ...refused.failure, fields: { ...Object.fromEntries(more), ...refused.failure.fields } });
}
