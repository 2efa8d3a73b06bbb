import { sql } from "drizzle-orm";
import { rowsAsJsonSql } from "~/db/json-rows";

const groupsOfPage = rowsAsJsonSql(
  sql`component_group g WHERE g.page_id = page.id`,
  "g",
  "id name description position collapsed createdAt updatedAt",
);
const imagesOfPage = rowsAsJsonSql(sql`page_image i WHERE i.page_id = page.id`, "i", "kind hash");

/** Selects the corrections that were not undone, newest first; with a period, those that overlap it. */
export const correctionsOfPageSql = (limit: number, stretch?: { start: number; end: number }) =>
  rowsAsJsonSql(
    sql`(SELECT * FROM correction c WHERE c.page_id = page.id AND c.undone_at IS NULL${stretch ? sql` AND c.starts_at < ${stretch.end} AND c.ends_at > ${stretch.start}` : sql``} ORDER BY c.id DESC LIMIT ${sql.raw(String(limit))}) k`,
    "k",
    "id startsAt endsAt reason",
    { componentIds: sql`json(k.component_ids)`, at: sql`k.created_at` },
  );

const componentsOfVendor = sql`(SELECT json_group_array(DISTINCT c.component_id) FROM rule r CROSS JOIN rule_component c ON c.page_id = r.page_id AND c.rule_id = r.id WHERE r.page_id = s.page_id AND r.source_id = s.id)`;

/**
 * Selects current vendor incidents that may be named to visitors. Reads our vendor monitors only, because the firing
 * alerts may be very many.
 */
const vendorsOfPage = rowsAsJsonSql(
  sql`source s CROSS JOIN alert a WHERE s.page_id = page.id AND s.kind = 'vendor' AND s.family = 'monitor' AND a.page_id = s.page_id AND a.source_id = s.id AND a.state = 'firing' AND a.dismissed_at IS NULL AND a.labels->>'$.link' IS NOT NULL`,
  "a",
  "",
  { name: sql`a.labels->>'$.monitor'`, url: sql`a.labels->>'$.link'`, componentIds: sql`json(${componentsOfVendor})` },
);

/** Small lists of the page as JSON columns of its one row. */
export const pageJsonListColumns = {
  groups: groupsOfPage.as("groups"),
  images: imagesOfPage.as("images"),
  vendors: vendorsOfPage.as("vendors"),
};
