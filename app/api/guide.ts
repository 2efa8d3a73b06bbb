import * as nouns from "~/nouns";

const all: readonly nouns.NounDefinition[] = Object.values(nouns);

/** The right that an operation needs, and an example of it. */
export interface OperationGuide {
  need: nouns.OperationRight;
  /** A body that its schema accepts. */
  example?: unknown;
}

const page = "/pages/{page}/";

const guided = (operations: Readonly<Record<string, OperationGuide>>): [string, OperationGuide][] =>
  Object.entries(operations).flatMap(([key, each]) => {
    const words = key.split(/,? /);
    const path = words.at(-1) ?? "";
    const whole = path.startsWith("/") ? path : page + path;
    return words.slice(0, -1).map((method): [string, OperationGuide] => [`${method} ${whole}`, each]);
  });

/** Operations by method and path; others only read, which a viewer may. The matrix test checks that it is correct. */
export const operationGuideByKey: Readonly<Record<string, OperationGuide>> = Object.fromEntries(
  all.flatMap(({ api }) => guided(api?.operations ?? {})),
);
