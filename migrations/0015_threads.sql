CREATE TABLE `channel_thread` (
	`channel_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`page_id` text NOT NULL,
	`state` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`channel_id`, `subject_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `channel_delivery` ADD `calls_done` integer DEFAULT 0 NOT NULL;