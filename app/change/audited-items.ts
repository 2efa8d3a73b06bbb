/** Maximum number of objects that an audit entry lists. The total number is in `count`. */
export const maxAuditedItems = 50;

/** Returns the objects that an audit entry lists, each with its id and the name that it had. */
export const auditedItems = (items: readonly { id: string; name: string }[]) =>
  items.slice(0, maxAuditedItems).map(({ id, name }) => ({ id, name }));
