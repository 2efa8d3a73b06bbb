/** Active subscribers who are told elsewhere than by mail, as the index of them alone says it. `s` = the table or its alias. */
export const atEndpoints = (s: string): string => `${s}.kind <> 'email' AND ${s}.state = 'active'`;

/** Somebody of the page is told in this way, found by the index of these alone. Both are SQL. */
export const hasReaders = (pageId: string, way: string): string =>
  `EXISTS (SELECT 1 FROM subscriber s INDEXED BY subscriber_way WHERE s.page_id = ${pageId} AND s.kind = ${way} AND ${atEndpoints("s")})`;
