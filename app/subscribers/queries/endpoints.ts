/**
 * SQL condition for active subscribers in other ways than email, which matches their index. `s` = the table or its
 * alias.
 */
export const isActiveEndpointSql = (s: string): string => `${s}.kind <> 'email' AND ${s}.state = 'active'`;

/** SQL condition: someone on the page gets updates in this way; uses that index. Both arguments are SQL. */
export const hasActiveEndpointSql = (pageId: string, way: string): string =>
  `EXISTS (SELECT 1 FROM subscriber s INDEXED BY subscriber_way WHERE s.page_id = ${pageId} AND s.kind = ${way} AND ${isActiveEndpointSql("s")})`;
