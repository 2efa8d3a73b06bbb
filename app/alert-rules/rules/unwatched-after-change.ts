interface ComponentRef {
  id: string;
}

/** Map of component id → the status that it takes. */
type StatusByComponent = Readonly<Record<string, string>>;

/** Returns true when the source observes the component; a vendor's page that leaves it operational does not. */
const observes = (moved: StatusByComponent, id: string, kind: string): boolean =>
  moved[id] !== undefined && (kind !== "vendor" || moved[id] !== "operational");

/** Returns the components that nothing else observes, from all of a page. */
export const soleWatchedComponents = <Each extends ComponentRef & { isAlone: number }>(
  components: readonly Each[],
): Each[] => components.filter(({ isAlone }) => isAlone === 1);

/**
 * Returns the components left unwatched, out of those that nothing else observes, when the origin affects others from
 * now on. Absent = its components do not change.
 */
export const unwatchedComponentsAfter = <Each extends ComponentRef>(
  alone: readonly Each[],
  moved: StatusByComponent | undefined,
  kind: string,
): Each[] => (moved ? alone.filter(({ id }) => !observes(moved, id, kind)) : []);
