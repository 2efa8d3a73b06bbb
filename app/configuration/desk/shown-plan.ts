import type { ConfigurationPlanView } from "../plan-configuration";

/** An error of a file with its place. */
interface ShownError {
  message: string;
  line: number;
  column: number;
  /** The line itself, as the field in which it stands shows no numbers. */
  excerpt: string;
}

/** Longest part of a line that is shown, in characters. */
const maxExcerptChars = 160;

const excerptOf = (lines: readonly string[], line: number): string =>
  (lines[line - 1] ?? "").trim().slice(0, maxExcerptChars);

/** A plan as its page shows it: lines and errors, in English, and what identifies it. */
export interface ShownPlan {
  digest: string;
  text: string;
  errors: ShownError[];
  /** False when there is nothing to apply. */
  isApplicable: boolean;
  /** True when what is here has changed since the plan that the person looked at. */
  isNew: boolean;
}

/** Returns the plan of a text for its page; its words are read when a plan is shown. */
export async function shownPlanOf(
  source: string,
  { file, plan, digest }: ConfigurationPlanView,
  isNew = false,
): Promise<ShownPlan> {
  const { configurationPlanText } = await import("../rules/plan-text");
  const lines = source.split(/\r?\n/);
  const errors = plan.errors.map(({ message, place }) => {
    const { line, column } = place ?? { line: 1, column: 1 };
    return { message, line, column, excerpt: excerptOf(lines, line) };
  });
  const isApplicable = errors.length === 0 && plan.changes.length > 0;
  return { digest, text: isApplicable ? configurationPlanText(plan, file) : "", errors, isApplicable, isNew };
}
