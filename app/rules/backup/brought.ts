import type { BackupRow, RowsOfTable } from "./backup";

/** Tables of what lets somebody in, or speaks for the deployment: a page's own file brings none of them. */
const ofDeployment = new Set(["api_token", "passkey", "identity", "mailer", "identity_provider", "deployment"]);

/** One page's file makes nobody an operator, and lets nobody in who was not asked in by a mail. */
export function ofOnePage(tables: readonly RowsOfTable[]): RowsOfTable[] {
  const member = (row: BackupRow): BackupRow => ({ ...row, operator: 0 });
  return tables
    .filter(({ table }) => !ofDeployment.has(table))
    .map(({ table, rows }) => ({ table, rows: table === "person" ? rows.map(member) : rows }));
}

const named: Record<string, string> = {
  api_token: "API tokens",
  passkey: "passkeys",
  identity: "connected accounts",
  mailer: "mailers",
  identity_provider: "identity providers",
};

const nameOf = ({ name, email }: BackupRow): string => (email ? `${name} <${email}>` : String(name));

/** Who and what gets power over the deployment by this file, in lines for its operator; empty = nobody. */
export function powersBrought(tables: readonly RowsOfTable[]): string[] {
  const rowsOf = (name: string) => tables.find(({ table }) => table === name)?.rows ?? [];
  const operators = rowsOf("person").filter(({ operator, kind }) => operator === 1 && kind !== "builtin");
  const counts = Object.entries(named).flatMap(([table, words]) => {
    const { length } = rowsOf(table);
    return length === 0 ? [] : [`${length} ${words}`];
  });
  return [
    ...(operators.length === 0 ? [] : [`Operators: ${operators.map(nameOf).join(", ")}`]),
    ...(counts.length === 0 ? [] : [`Lets in or speaks for it: ${counts.join(", ")}`]),
  ];
}
