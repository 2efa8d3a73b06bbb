import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import {
  guardMailLedgerStatement,
  guardStrangerRowsStatement,
  type MailLedgerEntry,
  mailLedgerRowsQuery,
  saveMailLedgerStatements,
  spendStrangerRowsStatement,
  strangerRowsSinceDayQuery,
} from "../queries/mail-ledger";
import { longestMailWindowMs, type MailAllowance } from "../rules/mail-allowance";
import { planMailTimes, plannedRowsShare, rowsPerConfirmationRequest } from "../rules/planned-mails";
import { strangerRowLimit, utcDayNumber } from "../rules/stranger-rows";
import { type MailCountStatements, mailLedgerRecipientKey } from "./mail-allowances";

const bucket = "subscribe" as const;

export interface PlannedConfirmationRequests {
  /**
   * The addresses that get a confirmation request, and when (UTC ms), without those to which the page has sent a
   * request before.
   */
  requests: { address: string; at: number }[];
  /** Statements that count these emails in the ledger and among the days' rows. */
  counted: MailCountStatements;
}

type MailHistoryLookup = (address: string, allowance: MailAllowance) => { mailedAt: number[]; version: number };

interface MailLedgerReader {
  known: MailHistoryLookup;
  recipient(name: string): string;
}

/** Reads the ledger entries of these addresses, in one statement. */
async function ledgerFor(ctx: Ctx, names: ReadonlyMap<string, readonly MailAllowance[]>): Promise<MailLedgerReader> {
  const recipients = new Map(
    await Promise.all([...names.keys()].map(async (name) => [name, await mailLedgerRecipientKey(ctx, name)] as const)),
  );
  const recipient = (name: string) => recipients.get(name) ?? "";
  const keys = [...names].flatMap(([name, allowances]) =>
    allowances.map((allowance) => ({ recipient: recipient(name), allowance })),
  );
  const [rows] = await readBatch(ctx, mailLedgerRowsQuery(ctx, keys));
  const found = new Map(rows.map((row) => [`${row.recipient} ${row.allowance}`, row]));
  const known: MailHistoryLookup = (name, allowance) =>
    found.get(`${recipient(name)} ${allowance}`) ?? { mailedAt: [], version: -1 };
  return { known, recipient };
}

/** Returns the ledger's key for the emails of one page to an address. The emails of all pages have a separate key. */
const ofPage = (pageId: string, address: string) => `${pageId}.${address}`;

/** Returns what each day's requests take from the day's rows, guarded. */
function spent(times: readonly number[], limit: number): MailCountStatements {
  const days = [...new Set(times.map(utcDayNumber))];
  const costOf = (day: number) => times.filter((at) => utcDayNumber(at) === day).length * rowsPerConfirmationRequest;
  const spendings = days.map((day) => ({ bucket, day, cost: costOf(day), limit }));
  return { guards: [guardStrangerRowsStatement(spendings)], changes: [spendStrangerRowsStatement(spendings)] };
}

async function roomOf(ctx: Ctx, limit: number): Promise<(day: number) => number> {
  const [rows] = await readBatch(ctx, strangerRowsSinceDayQuery(ctx, utcDayNumber(ctx.now()), bucket));
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return (day) => Math.max(0, Math.floor((limit - (counts.get(day) ?? 0)) / rowsPerConfirmationRequest));
}

/**
 * Returns the ledger entries: planned emails are kept while they count, the page's request for as long as it is
 * remembered.
 */
function entriesOf(
  ctx: Ctx,
  pageId: string,
  requests: PlannedConfirmationRequests["requests"],
  { known, recipient }: MailLedgerReader,
): MailLedgerEntry[] {
  const entry = (name: string, allowance: MailAllowance, mailedAt: number[]): MailLedgerEntry => {
    const about = { recipient: recipient(name), allowance, version: known(name, allowance).version };
    return { ...about, mailedAt, last: ctx.id(), updatedAt: Math.max(...mailedAt) };
  };
  const over = ctx.now() - longestMailWindowMs("planned");
  return requests.flatMap(({ address, at }) => [
    entry(address, "planned", [...known(address, "planned").mailedAt.filter((each) => each > over), at]),
    entry(ofPage(pageId, address), "asked_once", [at]),
  ]);
}

/**
 * Plans when each address gets its confirmation request, within the limits of days and addresses, without the addresses
 * that have had one from the page. If they do not all fit, returns how many would.
 */
export async function planConfirmationRequests(
  ctx: Ctx,
  pageId: string,
  addresses: readonly string[],
): Promise<PlannedConfirmationRequests | { fits: number }> {
  const now = ctx.now();
  const names = new Map<string, readonly MailAllowance[]>();
  for (const address of addresses) {
    names.set(address, ["unproven", "planned"]).set(ofPage(pageId, address), ["asked_once"]);
  }
  const ledger = await ledgerFor(ctx, names);
  const timesOf = (name: string, allowance: MailAllowance) => ledger.known(name, allowance).mailedAt;
  const isRemembered = (at: number) => Math.abs(now - at) < longestMailWindowMs("asked_once");
  const toRequest = addresses.filter((each) => !timesOf(ofPage(pageId, each), "asked_once").some(isRemembered));
  const limit = strangerRowLimit(bucket, ctx.config.plan) * plannedRowsShare;
  const before = toRequest.map((each) => ({ mailedAt: timesOf(each, "unproven"), planned: timesOf(each, "planned") }));
  const planned = planMailTimes(before, { now, room: await roomOf(ctx, limit) });
  if (!planned.ok) return { fits: planned.fits };
  const requests = toRequest.map((address, nth) => ({ address, at: planned.at[nth] ?? now }));
  const entries = entriesOf(ctx, pageId, requests, ledger);
  const days = spent(planned.at, limit);
  const guards = [guardMailLedgerStatement(entries), ...days.guards];
  return { requests, counted: { guards, changes: [...saveMailLedgerStatements(entries), ...days.changes] } };
}
