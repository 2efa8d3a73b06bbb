CREATE TABLE `rendering` (
	`id` text PRIMARY KEY NOT NULL,
	`cursor` text DEFAULT '~' NOT NULL,
	`due_at` integer,
	`not_before` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`reason` text
);
--> statement-breakpoint
CREATE INDEX `rendering_due` ON `rendering` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
INSERT INTO `rendering` (`id`, `due_at`) SELECT t.`id`, unixepoch() * 1000 + 600000 FROM (
  SELECT 'incident' AS `id` WHERE EXISTS (SELECT 1 FROM `incident` WHERE `postmortem_body` <> '')
  UNION ALL SELECT 'incident_update' AS `id` WHERE EXISTS (SELECT 1 FROM `incident_update`)
  UNION ALL SELECT 'maintenance' AS `id` WHERE EXISTS (SELECT 1 FROM `maintenance` WHERE `body` <> '')
  UNION ALL SELECT 'maintenance_update' AS `id` WHERE EXISTS (SELECT 1 FROM `maintenance_update`)
  UNION ALL SELECT 'page' AS `id` WHERE EXISTS (SELECT 1 FROM `page` WHERE `footer` <> '')) t;
