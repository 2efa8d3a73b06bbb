CREATE TABLE `saved_view` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`person_id` text DEFAULT '' NOT NULL,
	`room` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;--> statement-breakpoint
CREATE INDEX `saved_view_owner` ON `saved_view` (`page_id`,`person_id`,`room`);