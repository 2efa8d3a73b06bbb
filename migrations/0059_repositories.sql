CREATE TABLE `repository` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`provider` text NOT NULL,
	`url` text NOT NULL,
	`path` text NOT NULL,
	`branch` text NOT NULL,
	`file` text NOT NULL,
	`applies` integer DEFAULT true NOT NULL,
	`other_pages` integer DEFAULT false NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`settings_sealed` text NOT NULL,
	`actor` text NOT NULL,
	`stopped_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`kept` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `repository_page` ON `repository` (`page_id`);--> statement-breakpoint
CREATE TABLE `repository_reading` (
	`id` text PRIMARY KEY NOT NULL,
	`repository_id` text NOT NULL,
	`page_id` text NOT NULL,
	`delivery` text NOT NULL,
	`commit_sha` text DEFAULT '' NOT NULL,
	`author` text DEFAULT '' NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`refusal` text,
	`errors` text NOT NULL,
	`plan_text` text DEFAULT '' NOT NULL,
	`digest` text,
	`prune_digest` text,
	`leaving` text NOT NULL,
	`job_id` text,
	`due_at` integer,
	`not_before` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`version` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `repository_reading_delivery` ON `repository_reading` (`repository_id`,`delivery`);--> statement-breakpoint
CREATE INDEX `repository_reading_newest` ON `repository_reading` (`repository_id`,`id`);--> statement-breakpoint
CREATE INDEX `repository_reading_page` ON `repository_reading` (`page_id`);--> statement-breakpoint
CREATE INDEX `repository_reading_due` ON `repository_reading` (`due_at`) WHERE due_at IS NOT NULL;