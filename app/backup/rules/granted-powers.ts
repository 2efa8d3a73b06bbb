import type { BackupRow } from "./backup";
import type { CheckedBackupRow } from "./backup-check";

/** Tables of credentials and of deployment settings, which are never restored from the file of one page. */
const ofDeployment = new Set(["api_token", "passkey", "identity", "mailer", "identity_provider", "deployment"]);

/** True when the file of one page may hold rows of the table. */
export const mayBeInPageBackup = (table: string): boolean => !ofDeployment.has(table);

/**
 * Returns the row as the file of one page may contain it. People in such a file are not operators and can only sign in
 * by email.
 */
export const rowForPageBackup = (table: string, row: BackupRow): BackupRow =>
  table === "person" ? { ...row, operator: 0 } : row;

const named: Record<string, string> = {
  api_token: "API tokens",
  passkey: "passkeys",
  identity: "connected accounts",
  mailer: "mailers",
  identity_provider: "identity providers",
};

const nameOf = ({ name, email }: BackupRow): string => (email ? `${name} <${email}>` : String(name));

/** People and credentials that a file gives power over the deployment; names beyond the limit are only counted. */
export class GrantedPowers {
  private static readonly mostNames = 100;
  private readonly operators: string[] = [];
  private operatorCount = 0;
  private readonly counts = new Map<string, number>();

  add({ table, row }: Pick<CheckedBackupRow, "table" | "row">): void {
    if (table in named) this.counts.set(table, (this.counts.get(table) ?? 0) + 1);
    if (table !== "person" || row.operator !== 1 || row.kind === "builtin") return;
    this.operatorCount += 1;
    if (this.operators.length < GrantedPowers.mostNames) this.operators.push(nameOf(row));
  }

  /** Returns lines for its operator; empty = none. */
  lines(): string[] {
    const more = this.operatorCount - this.operators.length;
    const names = [...this.operators, ...(more > 0 ? [`${more} more`] : [])];
    const counts = Object.entries(named).flatMap(([table, words]) => {
      const count = this.counts.get(table);
      return count === undefined ? [] : [`${count} ${words}`];
    });
    return [
      ...(names.length === 0 ? [] : [`Operators: ${names.join(", ")}`]),
      ...(counts.length === 0 ? [] : [`Lets in or speaks for it: ${counts.join(", ")}`]),
    ];
  }
}
