/**
 * What a route's script says: by room of management the groups of its catalogue. The build puts them in, as it knows what
 * stands in which file; without it there is no script that would ask for any.
 */
export const roomsOfRoutes: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {};
