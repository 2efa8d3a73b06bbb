import { readBatch } from "~/db/read";
import { subscriberTable } from "~/db/schema";
import { deleteRowsStatements, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { subscribedAddressesQuery } from "~/subscribers/queries/subscriber";
import { parseEmailAddress } from "~/subscribers/rules/subscriber";
import {
  addImportedSubscribersStatements,
  type ImportedSubscriberRow,
  importedQuarantineStatements,
  importedSubscribersQuery,
  type SharedSubscriberColumns,
} from "../../queries/imported-subscriber";
import type { MovedSubscriber } from "../../rules/move-document";
import type { ImportNounWriter, ImportWriteFacts, RemovableImportThing, WrittenImportThing } from "../noun-writer";
import {
  hashEndpointAddress,
  importedSubscriberTarget,
  judgedSubscriberTarget,
  readSubscriberWayAccounts,
  type SubscriberWayAccounts,
} from "./subscriber-target";

type WrittenSubscriber = WrittenImportThing<"subscriber">;

/** Time when they agreed; that of the import where the origin does not say, as without any nothing is sent to them. */
const agreedAt = ({ consentedAt }: MovedSubscriber, { startedAt }: ImportWriteFacts): number =>
  Math.min(consentedAt ?? startedAt, startedAt);

/** Returns the columns of their address; null when nothing can be sent to it from here. */
async function addressColumns(
  ctx: Ctx,
  { kind, address }: MovedSubscriber,
  origin: string,
  accounts: SubscriberWayAccounts,
) {
  if (kind === "email") {
    const normal = parseEmailAddress(address);
    return normal === null ? null : { kind, address: normal, targetSealed: null };
  }
  const found = importedSubscriberTarget(kind, address, { accounts, origin, token: () => ctx.token() });
  if (!found) return null;
  const targetSealed = await ctx.secrets.seal(JSON.stringify(found.target));
  return { kind, address: await hashEndpointAddress(ctx, kind, found), targetSealed };
}

async function rowOf(
  ctx: Ctx,
  facts: ImportWriteFacts,
  { thing, ourId: id }: WrittenSubscriber,
  accounts: SubscriberWayAccounts,
): Promise<ImportedSubscriberRow[]> {
  const where = await addressColumns(ctx, thing, facts.origin, accounts);
  const componentIds = thing.componentIds.flatMap((theirId) => facts.idOf({ noun: "component", theirId }) ?? []);
  // A subscriber of components that did not come must not get news of the whole page.
  if (!where || (thing.componentIds.length > 0 && componentIds.length === 0)) return [];
  return [{ id, ...where, componentIds, state: thing.state, confirmedAt: agreedAt(thing, facts) }];
}

async function write(ctx: Ctx, facts: ImportWriteFacts, things: readonly WrittenSubscriber[]): Promise<SqlStatement[]> {
  const made = things.filter(({ action }) => action === "make");
  const accounts = await readSubscriberWayAccounts(ctx);
  const rows = (await Promise.all(made.map((each) => rowOf(ctx, facts, each, accounts)))).flat();
  const { pageId, origin: importedFrom, language, timeZone, startedAt } = facts;
  const shared: SharedSubscriberColumns = { pageId, importedFrom, language, timeZone, startedAt };
  return [...addImportedSubscribersStatements(rows, shared), ...importedQuarantineStatements(rows, shared)];
}

/** Returns the stored address of a key (`subscriberKey`); null when it is none that could be here. */
async function addressOfKey(ctx: Ctx, key: string, accounts: SubscriberWayAccounts): Promise<string | null> {
  const [kind, address] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
  if (kind === "email") return parseEmailAddress(address);
  if (kind !== "sms" && kind !== "webhook") return null;
  const found = judgedSubscriberTarget(kind, address, accounts);
  return found && hashEndpointAddress(ctx, kind, found);
}

/** Returns those of these keys (`subscriberKey`) that the page has, in whatever state. One statement. */
export async function readKnownSubscriberKeys(
  ctx: Ctx,
  pageId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const accounts = await readSubscriberWayAccounts(ctx);
  const addresses = await Promise.all(keys.map((key) => addressOfKey(ctx, key, accounts)));
  const [rows] = await readBatch(
    ctx,
    subscribedAddressesQuery(
      ctx,
      pageId,
      addresses.flatMap((each) => each ?? []),
    ),
  );
  const here = new Set(rows.map(({ address }) => address));
  return new Set(keys.filter((_, index) => here.has(addresses[index] ?? "")));
}

async function readRemovable(ctx: Ctx, pageId: string, ids: readonly string[]): Promise<RemovableImportThing[]> {
  const [rows] = await readBatch(ctx, importedSubscribersQuery(ctx, pageId, ids));
  return rows.map(({ id, address, version }) => ({ id, name: address ?? "", version, namedBy: [] }));
}

/** Removes those whom nobody has changed since, themselves included: version 0. */
const remove = async (_: Ctx, pageId: string, things: readonly RemovableImportThing[]): Promise<SqlStatement[]> =>
  deleteRowsStatements(
    subscriberTable,
    pageId,
    things.filter(({ version }) => version === 0).map(({ id, version }) => ({ id, version })),
  );

/**
 * Writes subscribers as they were, with their consent; nobody gets a mail. They have no row in the table of ids: they
 * are known by their addresses. An active one is 2 rows, one who left or has no email 3.
 */
export const subscriberImportWriter: ImportNounWriter<"subscriber"> = {
  noun: "subscriber",
  statements: 2,
  rows: () => 3,
  rowsPerUpdate: 0,
  readHere: async () => [],
  write,
  readRemovable,
  remove,
};
