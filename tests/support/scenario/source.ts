import { ruleComponentTable, ruleTable, settleTable, sourceTable } from "~/db/schema";
import { newId, newToken } from "~/platform/ids";
import { sourceAdapterOf } from "~/sources/kinds/known-kinds";
import { routingKeyFromToken } from "~/sources/rules/routing-key";
import { noon } from "../database";
import { type Over, type Piece, piece, rowsOf, together } from "./arrange";
import { nowWatched } from "./observed";
import { bornAt } from "./time";

export interface TestSource {
  id: string;
  pageId: string;
  token: string;
}

interface SourceOptions extends Over<typeof sourceTable> {
  token?: string;
  settings?: object | undefined;
}

const tokenFor = (kind: string) =>
  sourceAdapterOf(kind)?.addressKey === "routing_key" ? routingKeyFromToken(newToken()) : newToken();

/** A source of a page, by which a tool sends alerts: an Alertmanager unless another kind is given. */
export function aSource(pageId: string, options: SourceOptions = {}): TestSource & Piece {
  const { id = newId(noon), kind = "alertmanager", token = tokenFor(kind), settings = {}, ...over } = options;
  return piece({ id, pageId, token }, async ({ secrets }, now) => {
    const tokens = { tokenHash: await secrets.hash(token), tokenSealed: await secrets.seal(token) };
    const sealed = { ...tokens, settingsSealed: await secrets.seal(JSON.stringify(settings)) };
    const own = { id, pageId, kind, name: "Prometheus", quietMeansWell: true, quietAnswered: true };
    return rowsOf(sourceTable, [{ ...own, ...sealed, ...bornAt(now), ...over }]);
  });
}

/** A source of a page without other rows, for tests of its deliveries alone. */
export function aLoneSource(options: SourceOptions = {}): TestSource & Piece {
  const pageId = newId(noon);
  const made = aSource(pageId, options);
  return together(
    made,
    made,
    piece({}, () => rowsOf(settleTable, [{ pageId, wanted: 0 }])),
  );
}

interface RuleOptions extends Over<typeof ruleTable> {
  /** The components that it maps to, and the status that it gives them. */
  components?: readonly string[];
  status?: string;
}

/** Returns rules as rows, in the given order; their components are watched afterwards. */
export function rulesOf(
  now: number,
  rules: readonly ({ id: string; pageId: string; sourceId: string } & RuleOptions)[],
) {
  const held = { position: 0, match: {}, catchAll: true, mode: "draft", holdSeconds: 120, resolveAfterSeconds: 300 };
  const kept = rules.map(({ components: _, status: _s, ...over }) => ({
    ...held,
    groupBy: [],
    ...bornAt(now),
    ...over,
  }));
  const mapped = rules.flatMap(({ id, pageId, components = [], status = "major_outage" }) =>
    components.map((componentId) => ({ pageId, ruleId: id, componentId, status })),
  );
  const named = Map.groupBy(mapped, ({ pageId }) => pageId);
  const watched = [...named].map(([pageId, all]) =>
    nowWatched(pageId, [...new Set(all.map((each) => each.componentId))]),
  );
  return [...rowsOf(ruleTable, kept), ...rowsOf(ruleComponentTable, mapped), ...watched];
}

/** A rule for all alerts of that source; it drafts an incident after two minutes. */
export function aRule(of: { id: string; pageId: string }, options: RuleOptions = {}): { id: string } & Piece {
  const { id = `rule-${of.id}` } = options;
  const ruled = { ...options, id, pageId: of.pageId, sourceId: of.id };
  return piece({ id }, (_, now) => rulesOf(now, [ruled]));
}
