/** Field of a page by which a file owns the order of its groups and components. */
export const orderFieldName = "order";
