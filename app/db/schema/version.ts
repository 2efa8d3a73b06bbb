/**
 * The last migration that these tables include: a backup records the migration under which it was made
 * (docs/backup.md).
 */
export const schemaVersion = "0059_repositories";
