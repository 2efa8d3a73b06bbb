import { runBatch } from "~/db/run-batch";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { atEndpoints } from "~/subscribers/queries/endpoints";

/** Something that holds a sealed text which is not known to be under the key that seals now. */
export interface SealedRow {
  /** source, monitor, heartbeat, channel, page, mailer, provider or deployment */
  kind: string;
  id: string;
  name: string;
  /** What of it is sealed. */
  part: string;
  sealed: string;
}

/** As many are looked at; those under a key with a name first. */
const most = 100;

const ofPages = (where: (column: string) => string) => `
  SELECT s.page_id AS page, s.family AS kind, s.id, s.name, 'settings' AS part, s.settings_sealed AS sealed FROM source s
    WHERE ${where("s.page_id")} AND (s.family <> 'heartbeat' OR s.id IN (SELECT a.id FROM agent a))
  UNION ALL SELECT s.page_id, s.family, s.id, s.name, 'address', s.token_sealed FROM source s
    WHERE ${where("s.page_id")} AND s.family <> 'monitor'
  UNION ALL SELECT c.page_id, 'channel', c.id, c.name, 'settings', c.settings_sealed FROM channel c WHERE ${where("c.page_id")}
  UNION ALL SELECT p.id, 'page', p.id, p.name, 'passphrase', p.passphrase_sealed FROM page p WHERE ${where("p.id")}
  UNION ALL SELECT p.id, 'page', p.id, p.name, 'ping key', p.ping_key_sealed FROM page p WHERE ${where("p.id")}`;

/** D1 takes at most five parts in one SELECT, so what the deployment's one row holds is one of them. */
const ofDeployment = `
  SELECT '' AS page, 'mailer' AS kind, m.id, m.name, 'settings' AS part, m.settings_sealed AS sealed FROM mailer m
  UNION ALL SELECT '', 'provider', i.id, i.name, 'client secret', i.secret_sealed FROM identity_provider i
  UNION ALL SELECT '', 'deployment', '', j.value->>0, j.value->>1,
    CASE j.key WHEN 0 THEN d.heartbeat_sealed WHEN 1 THEN d.self_check_sealed WHEN 2 THEN d.globalping_sealed ELSE d.push_key_sealed END
    FROM deployment d JOIN json_each('[["Outgoing heartbeat","address"],["Self-check","address"],["Globalping","token"],["Browser notifications","push key"]]') j`;

/** ?1 = the id of the key that seals. What a backup left out holds no secret. */
const elsewhere = "sealed <> '' AND sealed NOT LIKE 'plain:%' AND substr(sealed, 1, length(?1) + 1) <> ?1 || '.'";

async function rowsOf<T>(ctx: Ctx, statement: Statement): Promise<T[]> {
  const [result] = await runBatch(ctx, [statement]);
  return (result?.results ?? []) as T[];
}

const chosen = (rows: string) =>
  `SELECT kind, id, name, part, sealed FROM (${rows}) WHERE ${elsewhere} ORDER BY instr(sealed, '.') = 0, kind, name LIMIT ${most}`;

/** Of one page; reads its sources and channels. */
export const sealedOfPage = (ctx: Ctx, keyId: string, pageId: string): Promise<SealedRow[]> =>
  rowsOf(ctx, { sql: chosen(ofPages((column) => `${column} = ?2`)), params: [keyId, pageId] });

export const sealedOfDeployment = (ctx: Ctx, keyId: string): Promise<SealedRow[]> =>
  rowsOf(ctx, { sql: chosen(ofDeployment), params: [keyId] });

/** Where subscribers are told elsewhere than by mail, by page: many, so that only the one view of the operator reads them. */
export const sealedOfSubscribers = (ctx: Ctx, keyId: string): Promise<(SealedRow & { slug: string; page: string })[]> =>
  rowsOf(ctx, {
    sql: `SELECT p.slug, p.name AS page, 'subscriber' AS kind, u.id, u.address AS name, 'target' AS part, u.target_sealed AS sealed
      FROM subscriber u INDEXED BY subscriber_way JOIN page p ON p.id = u.page_id AND p.deleted_at IS NULL
      WHERE ${atEndpoints("u")} AND ${elsewhere.replaceAll("sealed", "u.target_sealed")} LIMIT ${most}`,
    params: [keyId],
  });

/** By page, a text of each; reads the sources and channels of all, for the one view of the operator. */
export const sealedOfPages = (ctx: Ctx, keyId: string): Promise<(SealedRow & { slug: string; page: string })[]> =>
  rowsOf(ctx, {
    sql: `SELECT p.slug, p.name AS page, f.kind, f.id, f.name, f.part, f.sealed FROM (${ofPages(() => "true")}) f
      JOIN page p ON p.id = f.page AND p.deleted_at IS NULL WHERE ${elsewhere} ORDER BY instr(sealed, '.') = 0, p.name LIMIT ${most}`,
    params: [keyId],
  });
