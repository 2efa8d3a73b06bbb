CREATE TABLE `foreign_id` (
	`page_id` text NOT NULL,
	`origin` text NOT NULL,
	`kind` text NOT NULL,
	`their_id` text NOT NULL,
	`our_id` text NOT NULL,
	`hash` text NOT NULL,
	`version` integer,
	`import_id` text NOT NULL,
	`is_made` integer NOT NULL,
	`changed_by_import_id` text,
	`path` text,
	PRIMARY KEY(`page_id`, `origin`, `kind`, `their_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `foreign_id_path` ON `foreign_id` (`page_id`,`path`) WHERE path IS NOT NULL;--> statement-breakpoint
CREATE INDEX `foreign_id_ours` ON `foreign_id` (`page_id`,`our_id`) WHERE origin = 'statuspage';--> statement-breakpoint
CREATE TABLE `import_job` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`origin` text NOT NULL,
	`state` text NOT NULL,
	`settings_sealed` text,
	`url` text DEFAULT '' NOT NULL,
	`read_state` text,
	`choices` text NOT NULL,
	`counts` text,
	`parts` integer DEFAULT 0 NOT NULL,
	`place` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`rows_today` integer DEFAULT 0 NOT NULL,
	`rows_day` text DEFAULT '' NOT NULL,
	`refusal` text,
	`undo_left` text,
	`undo_left_count` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`not_before` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`applied_at` integer,
	`taken_over_at` integer,
	`undone_at` integer,
	`version` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `import_job_page` ON `import_job` (`page_id`);--> statement-breakpoint
CREATE INDEX `import_job_due` ON `import_job` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `import_part` (
	`import_job_id` text NOT NULL,
	`kind` text NOT NULL,
	`number` integer NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`sealed` text NOT NULL,
	PRIMARY KEY(`import_job_id`, `kind`, `number`)
) STRICT;
--> statement-breakpoint
ALTER TABLE `subscriber` ADD `imported_from` text;