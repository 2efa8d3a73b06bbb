/** Returns the values before and after of the fields that differ, for the audit log. */
export function changedValues<After extends object>(
  before: object,
  after: After,
): { before: Record<string, unknown>; after: Partial<After> } {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(old.get(key)) !== JSON.stringify(value),
  );
  return {
    before: Object.fromEntries(changed.map(([key]) => [key, old.get(key) ?? null])),
    after: Object.fromEntries(changed) as Partial<After>,
  };
}

/** Returns the fields that were given; absent ones stay as they are. */
export function withoutUndefinedFields<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
