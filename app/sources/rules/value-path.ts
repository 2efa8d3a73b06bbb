/**
 * Steps to a value in a body: `check.id`, `alerts[0].name`, `labels["odd.name"]`; `$` is the body itself. Only names
 * and indices, so that the cost of a path is its length, for any body.
 */
export type Step = string | number;

const longest = 255;
const stepsAtMost = 20;

const nextStep = /^(?:\.?([^.[\]"\s][^.[\]"]*)|\[(\d{1,5})\]|\["((?:[^"\\]|\\["\\])*)"\])/;

/** Parses a path; null when the text is not one. */
export function pathOf(text: string): Step[] | null {
  let rest = text.trim();
  if (rest.length > longest) return null;
  if (rest === "$") return [];
  rest = rest.replace(/^\$(?=[.[])\.?/, "");
  const steps: Step[] = [];
  while (rest !== "") {
    const found = nextStep.exec(rest);
    if (!found || steps.length === stepsAtMost) return null;
    const [whole, name, place, quoted] = found;
    steps.push(place === undefined ? (name ?? (quoted ?? "").replace(/\\(["\\])/g, "$1")).trim() : Number(place));
    rest = rest.slice(whole.length);
  }
  return steps.length > 0 ? steps : null;
}

const plain = /^[^.[\]"\s]([^.[\]"]*[^.[\]"\s])?$/;

const stepText = (step: Step): string => {
  if (typeof step === "number") return `[${step}]`;
  return plain.test(step) && step !== "$" ? `.${step}` : `["${step.replace(/["\\]/g, "\\$&")}"]`;
};

export const pathText = (steps: readonly Step[]): string => steps.map(stepText).join("").replace(/^\./, "") || "$";

/** Returns the value, from own members only; undefined when there is none. */
export function valueAt(body: unknown, steps: readonly Step[]): unknown {
  let value = body;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<Step, unknown>)[step];
  }
  return value;
}

/** A value in a body, with its path. */
export interface Placed {
  path: string;
  value: string;
}

const shownLength = 80;

/** Returns the plain values of a body in order, at most `most`, to choose from. */
export function valuesIn(body: unknown, most = 200): Placed[] {
  const found: Placed[] = [];
  const walk = (value: unknown, steps: Step[]): void => {
    if (found.length >= most || steps.length > stepsAtMost) return;
    if (typeof value !== "object" || value === null) {
      found.push({ path: pathText(steps), value: String(value).slice(0, shownLength) });
      return;
    }
    const isList = Array.isArray(value);
    for (const [name, each] of Object.entries(value)) walk(each, [...steps, isList ? Number(name) : name]);
  };
  walk(body, []);
  return found;
}

/** Returns the paths of lists whose items are objects, the body itself included: they may hold several alerts. */
export function listsIn(body: unknown, most = 20): string[] {
  const found: string[] = [];
  const walk = (value: unknown, steps: Step[]): void => {
    if (found.length >= most || steps.length > 5 || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      if (value.some((each) => typeof each === "object" && each !== null)) found.push(pathText(steps));
      return;
    }
    for (const [name, each] of Object.entries(value)) walk(each, [...steps, name]);
  };
  walk(body, []);
  return found;
}
