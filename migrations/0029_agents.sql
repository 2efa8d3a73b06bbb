CREATE TABLE `agent` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`every` integer NOT NULL,
	`program` text DEFAULT '' NOT NULL,
	`run` text DEFAULT '' NOT NULL,
	`other_run` text DEFAULT '' NOT NULL,
	`doubled_at` integer,
	`skew_ms` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;--> statement-breakpoint
CREATE INDEX `agent_page` ON `agent` (`page_id`);--> statement-breakpoint
ALTER TABLE `monitor` ADD `agent_id` text;--> statement-breakpoint
ALTER TABLE `monitor_shard` ADD `agent_id` text;--> statement-breakpoint
ALTER TABLE `monitor_shard` ADD `every` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `monitor_shard_agent` ON `monitor_shard` (`agent_id`) WHERE agent_id IS NOT NULL;