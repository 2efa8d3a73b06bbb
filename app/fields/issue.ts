import type { z } from "zod";
import { type Refusal, refusalFor } from "~/failures/refusal";

type Issue = z.core.$ZodRawIssue;

const numeric = new Set(["number", "int", "bigint"]);

const isAbsent = (input: unknown) => input === undefined || input === null || input === "";

function wrongType({ expected, input }: Issue & { code: "invalid_type" }): Refusal {
  if (isAbsent(input)) return "value.required";
  if (expected === "int") return "value.whole";
  return numeric.has(expected) ? "value.number" : "value.form";
}

function tooSmall({ origin, minimum }: Issue & { code: "too_small" }): Refusal {
  const least = Number(minimum);
  if (numeric.has(origin)) return refusalFor("value.least", { least });
  if (origin !== "string") return "value.at_least_one";
  return least <= 1 ? "value.required" : refusalFor("value.shortest", { least });
}

function tooBig({ origin, maximum }: Issue & { code: "too_big" }): Refusal {
  const most = Number(maximum);
  if (numeric.has(origin)) return refusalFor("value.most", { most });
  return origin === "string" ? refusalFor("value.longest", { most }) : refusalFor("value.choose_most", { most });
}

function wrongFormat({ format }: Issue & { code: "invalid_format" }): Refusal {
  if (format === "url") return "value.url";
  return format === "email" ? "value.email" : "value.form";
}

/**
 * Returns the refusal for a schema without a message of its own: a key too, so that no library's English reaches
 * people.
 */
export function zodIssueRefusal(issue: Issue): Refusal {
  if (issue.code === "invalid_type") return wrongType(issue);
  if (issue.code === "too_small") return tooSmall(issue);
  if (issue.code === "too_big") return tooBig(issue);
  if (issue.code === "invalid_format") return wrongFormat(issue);
  if (issue.code === "invalid_value") return refusalFor("value.one_of", { choices: issue.values.map(String) });
  return issue.code === "unrecognized_keys" ? "setting.unknown" : "value.form";
}

/** Option of `safeParse`: a schema's own message has precedence over it. */
export const refusalParseOptions = { error: zodIssueRefusal };
