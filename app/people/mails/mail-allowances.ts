import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import {
  guardMailLedgerStatement,
  type MailLedgerEntry,
  type MailLedgerKey,
  mailLedgerRowsQuery,
  saveMailLedgerStatements,
} from "../queries/mail-ledger";
import { type MailAllowance, withOneConfirmation, withOneMoreMail } from "../rules/mail-allowance";

/** Reason for an email; `confirmation` is unproven as well, and keeps a pause between emails. */
type MailPurpose = MailAllowance | "confirmation";

/** Statements by which a commit counts its emails; the guard fails when another commit was faster. */
export interface MailCountStatements {
  guards: SqlStatement[];
  changes: SqlStatement[];
}

/** Counts nothing, for when no email is sent. */
export const noMailCountStatements: MailCountStatements = { guards: [], changes: [] };

const allowanceOf = (purpose: MailPurpose): MailAllowance => (purpose === "confirmation" ? "unproven" : purpose);

/** Returns the name of an address or a person in the ledger, which is meaningless without the deployment's key. */
export const mailLedgerRecipientKey = (ctx: Ctx, address: string): Promise<string> =>
  ctx.secrets.sign(`mail-ledger.${address}`);

interface MailTimes {
  mailedAt: readonly number[];
  planned: readonly number[];
}

const nextOf = (purpose: MailPurpose, { mailedAt, planned }: MailTimes, now: number) =>
  purpose === "confirmation"
    ? withOneConfirmation(mailedAt, now, planned)
    : withOneMoreMail(purpose, mailedAt, now, planned);

/** Adds the planned emails of an address, which count among those that strangers cause. */
const withPlanned = (keys: readonly MailLedgerKey[]): MailLedgerKey[] => [
  ...keys,
  ...keys.flatMap(({ recipient, allowance }) =>
    allowance === "unproven" ? [{ recipient, allowance: "planned" as const }] : [],
  ),
];

async function entriesOf(ctx: Ctx, keys: readonly MailLedgerKey[], purposes: readonly MailPurpose[]) {
  const [rows] = await readBatch(ctx, mailLedgerRowsQuery(ctx, withPlanned(keys)));
  const found = new Map(rows.map((row) => [`${row.recipient} ${row.allowance}`, row]));
  const now = ctx.now();
  return keys.map((key, index): MailLedgerEntry | null => {
    const known = found.get(`${key.recipient} ${key.allowance}`);
    const planned = key.allowance === "unproven" ? (found.get(`${key.recipient} planned`)?.mailedAt ?? []) : [];
    const next = nextOf(purposes[index] ?? key.allowance, { mailedAt: known?.mailedAt ?? [], planned }, now);
    return next && { ...key, mailedAt: next, version: known?.version ?? -1, last: ctx.id(), updatedAt: now };
  });
}

const countedBy = (entries: readonly MailLedgerEntry[]): MailCountStatements => ({
  guards: [guardMailLedgerStatement(entries)],
  changes: saveMailLedgerStatements(entries),
});

/**
 * Returns the statements that count one more email to the address under the first allowance that is not used up; null
 * if all are.
 */
export async function reserveMailAllowance(
  ctx: Ctx,
  address: string,
  ...purposes: MailPurpose[]
): Promise<MailCountStatements | null> {
  const recipient = await mailLedgerRecipientKey(ctx, address);
  const keys = purposes.map((purpose) => ({ recipient, allowance: allowanceOf(purpose) }));
  const first = (await entriesOf(ctx, keys, purposes)).find((entry) => entry !== null);
  return first ? countedBy([first]) : null;
}

/**
 * Returns those of these addresses that may be asked to confirm now, and what counts each of them. Pass each address
 * once.
 */
export async function reserveConfirmationAllowances(ctx: Ctx, addresses: readonly string[]) {
  const recipients = await Promise.all(addresses.map((address) => mailLedgerRecipientKey(ctx, address)));
  const keys = recipients.map((recipient) => ({ recipient, allowance: "unproven" as const }));
  const entries = await entriesOf(
    ctx,
    keys,
    keys.map(() => "confirmation"),
  );
  const allowed = addresses.filter((_, index) => entries[index] !== null);
  const counted = (chosen: ReadonlySet<string>): MailCountStatements =>
    countedBy(
      entries.filter((entry, index) => entry !== null && chosen.has(addresses[index] ?? "")) as MailLedgerEntry[],
    );
  return { allowed, counted };
}
