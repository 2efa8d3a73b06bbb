interface One {
  id: string;
}

/** By component the status that it takes. */
type Moved = Readonly<Record<string, string>>;

/** A vendor's page that leaves a component operational does not observe it. */
const observes = (moved: Moved, id: string, kind: string): boolean =>
  moved[id] !== undefined && (kind !== "vendor" || moved[id] !== "operational");

/** The components that nothing else observes, of all of a page. */
export const aloneAmong = <Each extends One & { isAlone: number }>(components: readonly Each[]): Each[] =>
  components.filter(({ isAlone }) => isAlone === 1);

/**
 * What is left unwatched of the components that nothing else observes, where what observes them names others from now on.
 * Absent = they stay as they are.
 */
export const leftBy = <Each extends One>(alone: readonly Each[], moved: Moved | undefined, kind: string): Each[] =>
  moved ? alone.filter(({ id }) => !observes(moved, id, kind)) : [];

/** What is left unwatched once one of a source's rules goes, of the components that nothing but this source observes. */
export function leftByRule<Each extends One>(
  alone: readonly Each[],
  { rule, rules, kind }: { rule: One; rules: readonly (One & { components: Moved })[]; kind: string },
): Each[] {
  const naming = (id: string) => rules.filter(({ components }) => observes(components, id, kind));
  return alone.filter(({ id }) => naming(id).every((each) => each.id === rule.id));
}
