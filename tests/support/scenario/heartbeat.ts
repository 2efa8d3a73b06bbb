import { heartbeatTable, pageTable, sourceTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { newUuid } from "~/platform/ids";
import { type Over, type Piece, piece, rowsOf } from "./arrange";
import type { TestPage } from "./page";
import { aRule } from "./source";
import { bornAt } from "./time";

export interface TestHeartbeat {
  id: string;
  uuid: string;
  slug: string;
}

export type HeartbeatValues = Over<typeof heartbeatTable> & {
  holdSeconds?: number;
  /** Key in its address, where that is no UUID of ours. */
  key?: string;
};

let made = 0;

/** A heartbeat of that page: once a minute, with a minute of grace; its rule opens no incident automatically. */
export function aHeartbeat(
  { id: pageId, components }: Pick<TestPage, "id" | "components">,
  { holdSeconds = 0, key, ...values }: HeartbeatValues = {},
): TestHeartbeat & Piece {
  made += 1;
  const [id, uuid] = [`heartbeat-${made}`, key ?? newUuid()];
  const ruled = { mode: "none", holdSeconds, resolveAfterSeconds: 0, components: components.slice(0, 1) };
  const every = { schedule: { kind: "simple" as const, periodSeconds: 60 }, graceSeconds: 60 };
  return piece({ id, uuid, slug: values.slug ?? "" }, async (ctx, now) => {
    const { secrets } = ctx;
    const tokens = { tokenHash: await secrets.hash(uuid), tokenSealed: await secrets.seal(uuid) };
    const kind = { family: "heartbeat", kind: "heartbeat", settingsSealed: await secrets.seal("{}") };
    const of = { id, pageId, ...bornAt(now) };
    return [
      ...rowsOf(sourceTable, [{ ...of, name: "Nightly backup", silentSince: now, ...kind, ...tokens }]),
      ...rowsOf(heartbeatTable, [{ ...of, slug: "", tags: [], pings: [], stateSince: now, ...every, ...values }]),
      ...(await aRule({ id, pageId }, ruled).statements(ctx)),
    ];
  });
}

/** Sets the key by which all heartbeats of the page can be pinged. */
export const pingKeyOf = (pageId: string, pingKey: string): Piece =>
  piece({}, async ({ secrets }) => {
    const sealed = { pingKeyHash: await secrets.hash(pingKey), pingKeySealed: await secrets.seal(pingKey) };
    return updateRowsStatements(pageTable, pageId, [{ id: pageId, ...sealed }]);
  });
