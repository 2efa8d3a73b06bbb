/**
 * Steps to a value in a body: `check.id`, `alerts[0].name`, `labels["odd.name"]`; `$` is the body itself. Only names
 * and indices, so that the cost of a path is its length, for any body.
 */
export type PathStep = string | number;

const maxPathChars = 255;
const maxSteps = 20;

const nextStep = /^(?:\.?([^.[\]"\s][^.[\]"]*)|\[(\d{1,5})\]|\["((?:[^"\\]|\\["\\])*)"\])/;

/** Parses a path; null when the text is not one. */
export function parseValuePath(text: string): PathStep[] | null {
  let rest = text.trim();
  if (rest.length > maxPathChars) return null;
  if (rest === "$") return [];
  rest = rest.replace(/^\$(?=[.[])\.?/, "");
  const steps: PathStep[] = [];
  while (rest !== "") {
    const found = nextStep.exec(rest);
    if (!found || steps.length === maxSteps) return null;
    const [whole, name, place, quoted] = found;
    steps.push(place === undefined ? (name ?? (quoted ?? "").replace(/\\(["\\])/g, "$1")).trim() : Number(place));
    rest = rest.slice(whole.length);
  }
  return steps.length > 0 ? steps : null;
}

const plain = /^[^.[\]"\s]([^.[\]"]*[^.[\]"\s])?$/;

const stepText = (step: PathStep): string => {
  if (typeof step === "number") return `[${step}]`;
  return plain.test(step) && step !== "$" ? `.${step}` : `["${step.replace(/["\\]/g, "\\$&")}"]`;
};

export const valuePathText = (steps: readonly PathStep[]): string =>
  steps.map(stepText).join("").replace(/^\./, "") || "$";

/** Returns the value, from own members only; undefined when there is none. */
export function valueAtPath(body: unknown, steps: readonly PathStep[]): unknown {
  let value = body;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PathStep, unknown>)[step];
  }
  return value;
}

/** A value in a body, with its path. */
export interface LocatedValue {
  path: string;
  value: string;
}

const maxValueChars = 80;

/** Returns the plain values of a body in order, at most `most`, to choose from. */
export function locatedValuesIn(body: unknown, most = 200): LocatedValue[] {
  const found: LocatedValue[] = [];
  const walk = (value: unknown, steps: PathStep[]): void => {
    if (found.length >= most || steps.length > maxSteps) return;
    if (typeof value !== "object" || value === null) {
      found.push({ path: valuePathText(steps), value: String(value).slice(0, maxValueChars) });
      return;
    }
    const isList = Array.isArray(value);
    for (const [name, each] of Object.entries(value)) walk(each, [...steps, isList ? Number(name) : name]);
  };
  walk(body, []);
  return found;
}

/** Returns the paths of lists whose items are objects, the body itself included: they may hold several alerts. */
export function listPathsIn(body: unknown, most = 20): string[] {
  const found: string[] = [];
  const walk = (value: unknown, steps: PathStep[]): void => {
    if (found.length >= most || steps.length > 5 || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      if (value.some((each) => typeof each === "object" && each !== null)) found.push(valuePathText(steps));
      return;
    }
    for (const [name, each] of Object.entries(value)) walk(each, [...steps, name]);
  };
  walk(body, []);
  return found;
}
