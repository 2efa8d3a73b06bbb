import type { z } from "zod";
import { fail, ok, type Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { refusalParseOptions } from "./issue";

const codeOf = (issue: z.core.$ZodIssue): string | undefined =>
  issue.code === "custom" && typeof issue.params?.code === "string" ? issue.params.code : undefined;

/** Most fields that nobody knows and that are named. */
const maxUnknownNames = 10;

/** Returns the path of what is wrong; of fields that are unknown each one's own. */
function pathsOf({ path, ...issue }: z.core.$ZodIssue): string[] {
  const inner = issue.code === "unrecognized_keys" ? issue.keys.slice(0, maxUnknownNames) : [];
  return inner.length === 0 ? [path.join(".")] : inner.map((name) => [...path, name.slice(0, 100)].join("."));
}

/** Returns the value, or the failing fields with their reasons; field names are paths such as `components.<id>`. */
export function parseInput<S extends z.ZodType>(schema: S, given: unknown): Result<z.output<S>> {
  const parsed = schema.safeParse(given, refusalParseOptions);
  if (parsed.success) return ok(parsed.data);
  const fields: Record<string, Refusal> = {};
  let code: string | undefined;
  for (const issue of parsed.error.issues) {
    for (const path of pathsOf(issue)) fields[path] ??= issue.message as Refusal;
    code ??= codeOf(issue);
  }
  return fail({ name: "invalid", fields, ...(code ? { code } : {}) });
}
