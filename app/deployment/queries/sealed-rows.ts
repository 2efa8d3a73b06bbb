import { runBatch } from "~/db/run-batch";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { isActiveEndpointSql } from "~/subscribers/queries/endpoints";

/** An object with an encrypted text that may not be encrypted with the current key. */
export interface SealedRow {
  /** source, monitor, heartbeat, channel, page, repository, mailer, provider or deployment */
  kind: string;
  id: string;
  name: string;
  /** Name of its sealed part. */
  part: string;
  sealed: string;
}

/** Maximum number of rows that are read; those under a named key come first. */
const maxSealedRows = 100;

const ofPages = (where: (column: string) => string) => `
  SELECT s.page_id AS page, s.family AS kind, s.id, s.name, 'settings' AS part, s.settings_sealed AS sealed FROM source s
    WHERE ${where("s.page_id")} AND (s.family <> 'heartbeat' OR s.id IN (SELECT a.id FROM agent a))
  UNION ALL SELECT s.page_id, s.family, s.id, s.name, 'address', s.token_sealed FROM source s
    WHERE ${where("s.page_id")} AND s.family <> 'monitor'
  UNION ALL SELECT c.page_id, 'channel', c.id, c.name, 'settings', c.settings_sealed FROM channel c WHERE ${where("c.page_id")}
  UNION ALL SELECT p.id, 'page', p.id, p.name, j.value, iif(j.key = 0, p.passphrase_sealed, p.ping_key_sealed)
    FROM page p JOIN json_each('["passphrase","ping key"]') j WHERE ${where("p.id")}
  UNION ALL SELECT page, kind, id, name, part, sealed FROM (
    SELECT x.page_id AS page, 'page' AS kind, x.page_id AS id, x.name, 'secret' AS part, x.sealed FROM page_secret x WHERE ${where("x.page_id")}
    UNION ALL SELECT r.page_id, 'repository', r.id, r.path, 'settings', r.settings_sealed FROM repository r WHERE ${where("r.page_id")})`;

/** D1 takes at most five parts in one SELECT, so the columns of a page's row, and of the deployment's, are one part. */
const ofDeployment = `
  SELECT '' AS page, 'mailer' AS kind, m.id, m.name, 'settings' AS part, m.settings_sealed AS sealed FROM mailer m
  UNION ALL SELECT '', 'provider', i.id, i.name, 'client secret', i.secret_sealed FROM identity_provider i
  UNION ALL SELECT '', 'deployment', '', j.value->>0, j.value->>1,
    CASE j.key WHEN 0 THEN d.heartbeat_sealed WHEN 1 THEN d.self_check_sealed WHEN 2 THEN d.globalping_sealed ELSE d.push_key_sealed END
    FROM deployment d JOIN json_each('[["Outgoing heartbeat","address"],["Self-check","address"],["Globalping","token"],["Browser notifications","push key"]]') j`;

/** ?1 = the id of the present key. Columns that a backup left out hold no secret. */
const elsewhere = "sealed <> '' AND sealed NOT LIKE 'plain:%' AND substr(sealed, 1, length(?1) + 1) <> ?1 || '.'";

async function rowsOf<T>(ctx: Ctx, statement: SqlStatement): Promise<T[]> {
  const [result] = await runBatch(ctx, [statement]);
  return (result?.results ?? []) as T[];
}

const chosen = (rows: string) =>
  `SELECT kind, id, name, part, sealed FROM (${rows}) WHERE ${elsewhere} ORDER BY instr(sealed, '.') = 0, kind, name LIMIT ${maxSealedRows}`;

/** Selects the sealed texts of one page; reads its sources and channels. */
export const readSealedRowsOfPage = (ctx: Ctx, keyId: string, pageId: string): Promise<SealedRow[]> =>
  rowsOf(ctx, { sql: chosen(ofPages((column) => `${column} = ?2`)), params: [keyId, pageId] });

export const readSealedRowsOfDeployment = (ctx: Ctx, keyId: string): Promise<SealedRow[]> =>
  rowsOf(ctx, { sql: chosen(ofDeployment), params: [keyId] });

/**
 * Selects by page the encrypted targets of subscribers who are not notified by email. They are many, so only one view
 * of the operator reads them.
 */
export const readSealedRowsOfSubscribers = (
  ctx: Ctx,
  keyId: string,
): Promise<(SealedRow & { slug: string; page: string })[]> =>
  rowsOf(ctx, {
    sql: `SELECT p.slug, p.name AS page, 'subscriber' AS kind, u.id, u.address AS name, 'target' AS part, u.target_sealed AS sealed
      FROM subscriber u INDEXED BY subscriber_way JOIN page p ON p.id = u.page_id AND p.deleted_at IS NULL
      WHERE ${isActiveEndpointSql("u")} AND ${elsewhere.replaceAll("sealed", "u.target_sealed")} LIMIT ${maxSealedRows}`,
    params: [keyId],
  });

/** Selects sealed texts by page; reads the sources and channels of all pages, for one view of the operator. */
export const readSealedRowsOfPages = (
  ctx: Ctx,
  keyId: string,
): Promise<(SealedRow & { slug: string; page: string })[]> =>
  rowsOf(ctx, {
    sql: `SELECT p.slug, p.name AS page, f.kind, f.id, f.name, f.part, f.sealed FROM (${ofPages(() => "true")}) f
      JOIN page p ON p.id = f.page AND p.deleted_at IS NULL WHERE ${elsewhere} ORDER BY instr(sealed, '.') = 0, p.name LIMIT ${maxSealedRows}`,
    params: [keyId],
  });
