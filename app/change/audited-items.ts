/** Most things that an audit entry about several names; their number is in `count`. */
export const maxAuditedItems = 50;

/** Returns the things that an audit entry names, by id and by the name that they had. */
export const auditedItems = (items: readonly { id: string; name: string }[]) =>
  items.slice(0, maxAuditedItems).map(({ id, name }) => ({ id, name }));
