import { adapterSettingFields, type SettableAdapter } from "~/change/adapter-settings/settings";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import type { Refusal } from "~/failures/refusal";
import { mailerAdapterOf } from "~/mailers/kinds/known-kinds";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { sourceAdapterOf } from "~/sources/kinds/known-kinds";
import type { BackupRow, MissingSecret } from "./rules/backup";

/** Opens sealed columns; `unguessable` replaces a secret that must still be required. */
export interface SecretOpener {
  open(sealed: string): Promise<string | null>;
  unguessable(): string;
}

/** Text shown for an address that is no longer readable: senders can still use it, by its hash. */
const hidden = "plain:left-out-of-the-backup-rotate-to-see-a-new-one";

interface RedactedColumns {
  sealed: string;
  /** Names of the secrets that were removed; `settings` = all of them, as nothing could be opened. */
  gone: string[];
}

/** Returns the settings without their secrets, as text that contains none. */
async function settingsWithout(
  { open }: SecretOpener,
  kind: SettableAdapter | null,
  sealed: string,
): Promise<RedactedColumns> {
  const text = await open(sealed);
  if (text === null || kind === null) return { sealed: "plain:{}", gone: ["settings"] };
  const fields = adapterSettingFields(kind).filter((field) => field.secret);
  const settings = JSON.parse(text) as Record<string, unknown>;
  const gone = fields.filter(({ name }) => settings[name] !== undefined);
  for (const { name } of gone) delete settings[name];
  return { sealed: `plain:${JSON.stringify(settings)}`, gone: gone.map(({ title }) => title) };
}

/**
 * A source whose secret is unknown must not accept every sender: a required secret is replaced by one that nobody
 * knows. When its settings cannot be opened, or the secret cannot be replaced, the kind itself rejects every sender.
 */
async function sourceSettings(opener: SecretOpener, kind: string, sealed: string): Promise<RedactedColumns> {
  const adapter = sourceAdapterOf(kind);
  const kept = await settingsWithout(opener, adapter, sealed);
  if (!adapter || kept.gone.length === 0) return kept;
  if (kept.gone[0] === "settings") return { ...kept, sealed: "" };
  const secrets = adapterSettingFields(adapter).filter(({ secret, title }) => secret && kept.gone.includes(title));
  const settings = JSON.parse(kept.sealed.slice("plain:".length)) as Record<string, unknown>;
  const closed = { ...settings, ...Object.fromEntries(secrets.map(({ name }) => [name, opener.unguessable()])) };
  return adapter.settings.safeParse(closed).success ? { ...kept, sealed: `plain:${JSON.stringify(closed)}` } : kept;
}

const nameOf = (row: BackupRow) => String(row.name ?? "");
const what = (gone: readonly string[]) => gone.join(", ");

/** One row as written to the file, and the secrets that have to be set again. */
interface RedactedRow {
  row: BackupRow;
  again: MissingSecret[];
}

type RedactionRule = (row: BackupRow, opener: SecretOpener) => Promise<RedactedRow>;

const unchanged = (row: BackupRow): RedactedRow => ({ row, again: [] });

const again = (kind: string, name: string, gone: readonly string[]): MissingSecret[] =>
  gone.length === 0 ? [] : [{ kind, name, what: what(gone) }];

/** Empties nullable columns that are sealed as a whole, and lists those that were set. */
const without =
  (kind: string, columns: Record<string, string>): RedactionRule =>
  async (row) => {
    const set = Object.keys(columns).filter((name) => row[name] !== null && row[name] !== undefined);
    const empty = Object.fromEntries(set.map((name) => [name, null]));
    const gone = set.map((name) => columns[name] ?? name);
    return { row: { ...row, ...empty }, again: again(kind, nameOf(row), gone) };
  };

const leave: Record<string, RedactionRule> = {
  async channel(row, opener) {
    const { sealed, gone } = await settingsWithout(
      opener,
      channelAdapterOf(String(row.kind)),
      String(row.settings_sealed),
    );
    const off = {
      disabled_at: row.disabled_at ?? row.updated_at ?? 0,
      disabled_reason: "check.left_out_channel" satisfies Refusal,
    };
    const next = { ...row, settings_sealed: sealed, ...(gone.length > 0 ? off : {}) };
    return { row: next, again: again("channel", nameOf(row), gone) };
  },
  async mailer(row, opener) {
    const { sealed, gone } = await settingsWithout(
      opener,
      mailerAdapterOf(String(row.kind)),
      String(row.settings_sealed),
    );
    const off = { last_error: "check.left_out" satisfies Refusal };
    const next = { ...row, settings_sealed: sealed, ...(gone.length > 0 ? off : {}) };
    return { row: next, again: again("mailer", nameOf(row), gone) };
  },
  async source(row, opener) {
    const [family, kind, sealed] = [String(row.family), String(row.kind), String(row.settings_sealed)];
    const shown = { ...row, token_sealed: hidden };
    if (family === "heartbeat") return { row: { ...shown, settings_sealed: "plain:{}" }, again: [] };
    if (family === "monitor") {
      const kept = await settingsWithout(opener, monitorKindOf(kind), sealed);
      return { row: { ...shown, settings_sealed: kept.sealed }, again: again("monitor", nameOf(row), kept.gone) };
    }
    const kept = await sourceSettings(opener, kind, sealed);
    // No sender can reach the source until its secret is set again, so its silence means nothing before its first
    // delivery.
    const unheard: BackupRow = kept.gone.length > 0 ? { unheard: 1 } : {};
    return {
      row: { ...shown, ...unheard, settings_sealed: kept.sealed },
      again: again("source", nameOf(row), kept.gone),
    };
  },
  page: without("page", {
    ping_key_sealed: "Ping key (shown again once it is rotated)",
    passphrase_sealed: "Passphrase (still asked for; shown again once it is set)",
  }),
  deployment: without("deployment", {
    heartbeat_sealed: "Outgoing heartbeat",
    self_check_sealed: "Self-check address",
    globalping_sealed: "Globalping token",
    push_key_sealed: "Key of browser notifications (created again automatically; browsers have to subscribe again)",
  }),
  /**
   * The target of a subscriber without email is their secret: without it they are not notified, and must subscribe
   * again.
   */
  async subscriber(row) {
    return unchanged(row.target_sealed == null ? row : { ...row, target_sealed: null, state: "unsubscribed" });
  },
  /** A configuration file that names the secret reports it as missing until someone enters it again. */
  async page_secret(row) {
    return { row: { ...row, sealed: "" }, again: again("page_secret", nameOf(row), ["Value"]) };
  },
  /** Without its secret no push is let in, and without its token a private repository cannot be read. */
  async repository(row) {
    const gone = again("repository", String(row.path), ["Token", "Secret of its webhook"]);
    return { row: { ...row, settings_sealed: "plain:{}" }, again: gone };
  },
  async identity_provider(row) {
    return {
      row: { ...row, secret_sealed: "plain:left-out-of-the-backup" },
      again: again("identity_provider", nameOf(row), ["Client secret"]),
    };
  },
};

/** Removes links and codes of emails that were being sent: these are never sent again. */
function noticeWithout(row: BackupRow): BackupRow {
  const { sealed: _sealed, ...scope } = JSON.parse(String(row.scope ?? "{}")) as Record<string, unknown>;
  return { ...row, scope: JSON.stringify(scope) };
}

/**
 * Removes data that no file contains, with or without secrets, because it is only valid for minutes. The plans of
 * shards are made again.
 */
export function withoutFleetingData(table: string, row: BackupRow): BackupRow {
  if (table === "notice") return noticeWithout(row);
  return table === "monitor_shard" ? { ...row, plan: "[]" } : row;
}

/**
 * Removes secrets from rows and lists what needs them; everything else continues to work. All rows are examined first,
 * because the secrets of one table affect rows of another.
 */
export class SecretRedactor {
  readonly setAgain: MissingSecret[] = [];
  /** Monitors whose secret was removed; they would report everything as down, so they are paused. */
  private readonly stopped = new Set<string>();

  constructor(private readonly opener: SecretOpener) {}

  /** True when rows of the table have to be examined. */
  static concerns(this: void, table: string): boolean {
    return Object.hasOwn(leave, table);
  }

  concernsRow(table: string, { id }: BackupRow): boolean {
    return SecretRedactor.concerns(table) || (table === "monitor" && this.stopped.has(String(id)));
  }

  async look(table: string, row: BackupRow): Promise<void> {
    const left = await leave[table]?.(row, this.opener);
    if (!left) return;
    this.setAgain.push(...left.again);
    if (left.again[0]?.kind === "monitor") this.stopped.add(String(row.id));
  }

  /** Returns the row without secrets. */
  async row(table: string, row: BackupRow): Promise<BackupRow> {
    if (table === "monitor") return { ...row, paused_at: row.paused_at ?? row.updated_at ?? 0 };
    return (await leave[table]?.(row, this.opener))?.row ?? row;
  }
}
