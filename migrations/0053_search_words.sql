CREATE TABLE `search_words` (
	`page_id` text NOT NULL,
	`part` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`size` integer NOT NULL,
	`words` text NOT NULL,
	PRIMARY KEY(`page_id`, `part`)
) STRICT, WITHOUT ROWID;--> statement-breakpoint
INSERT INTO `rendering` (`id`, `due_at`) SELECT t.`id`, unixepoch() * 1000 + 600000 FROM (
  SELECT 'words_incident' AS `id` WHERE EXISTS (SELECT 1 FROM `incident`)
  UNION ALL SELECT 'words_incident_update' AS `id` WHERE EXISTS (SELECT 1 FROM `incident_update`)
  UNION ALL SELECT 'words_maintenance' AS `id` WHERE EXISTS (SELECT 1 FROM `maintenance`)
  UNION ALL SELECT 'words_maintenance_update' AS `id` WHERE EXISTS (SELECT 1 FROM `maintenance_update`)) t;
