ALTER TABLE `snapshot` ADD `said_digest` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `snapshot` ADD `said_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `incident_long` ON `incident` (`page_id`,`resolved_at`) WHERE resolved_at > started_at + 86400000;--> statement-breakpoint
CREATE INDEX `maintenance_long` ON `maintenance` (`page_id`,coalesce(completed_at, ends_at)) WHERE coalesce(completed_at, ends_at) > starts_at + 86400000;
