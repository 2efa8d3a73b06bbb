/** The schema of an inbox's cell, step by step; released steps must not change. */
export const inboxMigrations = [
  [
    `CREATE TABLE entry (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
      owner TEXT NOT NULL, page_id TEXT, at INTEGER NOT NULL, request TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0,
      not_before INTEGER NOT NULL DEFAULT 0)`,
    "CREATE INDEX entry_due ON entry (kind, not_before, at)",
    "CREATE INDEX entry_at ON entry (at)",
    "CREATE TABLE room (owner TEXT PRIMARY KEY, entries INTEGER NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID",
  ],
] as const;
