CREATE TABLE `restated_component` (
	`page_id` text NOT NULL,
	`component_id` text NOT NULL,
	`stretches` text NOT NULL,
	`figures` text NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`page_id`, `component_id`)
);
--> statement-breakpoint
CREATE TABLE `restating` (
	`page_id` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`stage` text DEFAULT 'reading' NOT NULL,
	`watch_log` text,
	`cursor` text DEFAULT '' NOT NULL,
	`due_at` integer,
	`not_before` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`found_at` integer,
	`started_at` integer,
	`started_by` text,
	`done_at` integer,
	`version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `restating_due` ON `restating` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `component` ADD `restated_at` integer;--> statement-breakpoint
ALTER TABLE `component` ADD `restated_stretches` text;--> statement-breakpoint
INSERT INTO `restating` (`page_id`, `until`, `due_at`) SELECT `id`, `open_day_at`, unixepoch() * 1000 FROM `page` WHERE `deleted_at` IS NULL;
