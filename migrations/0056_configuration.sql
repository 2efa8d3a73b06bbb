CREATE TABLE `configuration_job` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`page_ids` text NOT NULL,
	`file` text NOT NULL,
	`ref` text DEFAULT '' NOT NULL,
	`actor` text NOT NULL,
	`state` text NOT NULL,
	`total` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`counts` text NOT NULL,
	`refusals` text NOT NULL,
	`stopped` text NOT NULL,
	`due_at` integer,
	`not_before` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ended_at` integer,
	`version` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `configuration_job_page` ON `configuration_job` (`page_id`);--> statement-breakpoint
CREATE INDEX `configuration_job_due` ON `configuration_job` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `configuration_job_ended` ON `configuration_job` (`ended_at`) WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `configuration_part` (
	`configuration_job_id` text NOT NULL,
	`kind` text NOT NULL,
	`number` integer NOT NULL,
	`sealed` text NOT NULL,
	PRIMARY KEY(`configuration_job_id`, `kind`, `number`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `configured_thing` (
	`page_id` text NOT NULL,
	`file` text NOT NULL,
	`noun` text NOT NULL,
	`key` text NOT NULL,
	`our_id` text NOT NULL,
	`is_made` integer NOT NULL,
	`fields` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`page_id`, `file`, `noun`, `key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `configured_thing_ours` ON `configured_thing` (`page_id`,`our_id`);--> statement-breakpoint
CREATE TABLE `page_secret` (
	`page_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`sealed` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`page_id`, `name`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `deployment` ADD `configuration_due_at` integer;