import { componentTable, pageTable, settleTable, snapshotTable } from "~/db/schema";
import { snapshotParts } from "~/status-page/queries/snapshot";
import { dayOf, dayStart } from "~/time/day";
import { type Piece, piece, rowsOf, together } from "./arrange";
import { aRule, aSource } from "./source";
import { bornAt } from "./time";

export interface TestPage {
  id: string;
  slug: string;
  components: string[];
  sourceId: string;
  ruleId: string;
  token: string;
}

export interface PageOptions {
  slug?: string;
  timeZone?: string;
  components?: number;
  mode?: "none" | "draft" | "publish";
  holdSeconds?: number;
  resolveAfterSeconds?: number;
  groupBy?: string[];
  kind?: string;
  settings?: Record<string, unknown>;
}

const letters = 26;
const nameOf = (at: number) => String.fromCharCode(97 + (at % letters)) + Math.floor(at / letters);

/** A public page without built parts; its components are operational and kept manually. */
const publicPage = (id: string, slug: string, timeZone: string, components: readonly string[]): Piece =>
  piece({}, (_, now) => {
    const [startDate, born] = [dayOf(timeZone, now), bornAt(now)];
    const seen = { audience: "public", visibility: "public", wanted: 1, observedAt: now };
    const byHand = { keptBy: "manual", keptAnswered: true, coverage: "operational", coverageSince: now };
    const own = { pageId: id, startDate, observedSince: now, ...byHand, ...born };
    const parts = snapshotParts.map((part) => ({ slug, part, pageId: id, ...seen }));
    return [
      ...rowsOf(pageTable, [{ id, slug, name: "Acme", timeZone, openDayAt: dayStart(timeZone, startDate), ...born }]),
      ...rowsOf(
        componentTable,
        components.map((each, position) => ({ ...own, id: each, name: each, position })),
      ),
      ...rowsOf(snapshotTable, parts),
      ...rowsOf(settleTable, [{ pageId: id }]),
    ];
  });

/**
 * A public page with components `<slug>-a0`, `<slug>-b0` …, and an Alertmanager source whose rule maps all to the
 * first.
 */
export function aPage(options: PageOptions = {}): TestPage & Piece {
  const {
    slug = "acme",
    timeZone = "Etc/UTC",
    components: count = 2,
    kind = "alertmanager",
    settings,
    ...rule
  } = options;
  const id = `page-${slug}`;
  const components = Array.from({ length: count }, (_, at) => `${slug}-${nameOf(at)}`);
  const token = `token-${slug}`;
  const source = aSource(id, { id: `source-${slug}`, token, kind, settings });
  const ruled = aRule(source, { ...rule, id: `rule-${slug}`, showsTitle: true, components: components.slice(0, 1) });
  const known = { id, slug, components, sourceId: source.id, ruleId: ruled.id, token };
  return together(known, publicPage(id, slug, timeZone, components), source, ruled);
}
