CREATE TABLE `heartbeat` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`slug` text DEFAULT '' NOT NULL,
	`tags` text NOT NULL,
	`schedule` text NOT NULL,
	`grace_seconds` integer DEFAULT 3600 NOT NULL,
	`post_only` integer DEFAULT false NOT NULL,
	`manual_resume` integer DEFAULT false NOT NULL,
	`state` text DEFAULT 'new' NOT NULL,
	`state_since` integer NOT NULL,
	`pings` text NOT NULL,
	`ping_count` integer DEFAULT 0 NOT NULL,
	`last_ping_at` integer,
	`last_result` text,
	`last_start_at` integer,
	`last_start_run` text,
	`last_duration` integer,
	`pending_from` integer,
	`due_at` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `heartbeat_slug` ON `heartbeat` (`page_id`,`slug`);--> statement-breakpoint
CREATE INDEX `heartbeat_due` ON `heartbeat` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `heartbeat_pending` ON `heartbeat` (`pending_from`) WHERE pending_from IS NOT NULL;--> statement-breakpoint
CREATE TABLE `ping_body` (
	`heartbeat_id` text NOT NULL,
	`slot` integer NOT NULL,
	`number` integer NOT NULL,
	`body` text NOT NULL,
	`truncated` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`heartbeat_id`, `slot`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `monitor` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`shard_id` text NOT NULL,
	`interval` integer DEFAULT 1 NOT NULL,
	`phase` integer DEFAULT 0 NOT NULL,
	`timeout_seconds` integer DEFAULT 8 NOT NULL,
	`retries` integer DEFAULT 0 NOT NULL,
	`in_a_row` integer DEFAULT 2 NOT NULL,
	`degraded_above_ms` integer,
	`regions` text NOT NULL,
	`tags` text NOT NULL,
	`chart_shown` integer DEFAULT true NOT NULL,
	`paused_at` integer,
	`watched_since` integer NOT NULL,
	`state` text DEFAULT 'new' NOT NULL,
	`state_since` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `monitor_page` ON `monitor` (`page_id`);--> statement-breakpoint
CREATE INDEX `monitor_by_shard` ON `monitor` (`shard_id`);--> statement-breakpoint
CREATE TABLE `monitor_hour` (
	`monitor_id` text NOT NULL,
	`hour` integer NOT NULL,
	`minutes` text NOT NULL,
	PRIMARY KEY(`monitor_id`, `hour`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `monitor_shard` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`minute` integer NOT NULL,
	`plan` text NOT NULL,
	`rings` text NOT NULL,
	`states` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `monitor_year` (
	`monitor_id` text NOT NULL,
	`year` integer NOT NULL,
	`days` text NOT NULL,
	PRIMARY KEY(`monitor_id`, `year`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `component` ADD `muted_until` integer;--> statement-breakpoint
ALTER TABLE `deployment` ADD `self_check_sealed` text;--> statement-breakpoint
ALTER TABLE `page` ADD `muted_until` integer;--> statement-breakpoint
ALTER TABLE `page` ADD `ping_key_hash` text;--> statement-breakpoint
ALTER TABLE `page` ADD `ping_key_sealed` text;--> statement-breakpoint
CREATE UNIQUE INDEX `page_ping_key` ON `page` (`ping_key_hash`);--> statement-breakpoint
ALTER TABLE `source` ADD `family` text DEFAULT 'source' NOT NULL;--> statement-breakpoint
ALTER TABLE `source` ADD `silent_since` integer;--> statement-breakpoint
ALTER TABLE `source` ADD `depends_on` text;