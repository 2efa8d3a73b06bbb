/** The last migration that these tables stand for: a backup says which one it was made under (docs/backup.md). */
export const schemaVersion = "0048_inbox";
