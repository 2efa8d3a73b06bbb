CREATE TABLE `channel` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`settings_sealed` text NOT NULL,
	`events` text NOT NULL,
	`minimum_severity` text,
	`disabled_at` integer,
	`disabled_reason` text,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `channel_page` ON `channel` (`page_id`);--> statement-breakpoint
CREATE TABLE `channel_delivery` (
	`channel_id` text NOT NULL,
	`notice_id` text NOT NULL,
	`page_id` text NOT NULL,
	`state` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`attempts` text NOT NULL,
	`due_at` integer,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`lease_token` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`channel_id`, `notice_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `channel_delivery_due` ON `channel_delivery` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `batch` (
	`notice_id` text NOT NULL,
	`round` integer NOT NULL,
	`number` integer NOT NULL,
	`recipients` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`reasons` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`lease_token` text DEFAULT '' NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`notice_id`, `round`, `number`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `mailer` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`settings_sealed` text NOT NULL,
	`from_address` text NOT NULL,
	`last_sent_at` integer,
	`last_failed_at` integer,
	`last_error` text,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `invitation` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`page_id` text NOT NULL,
	`email` text,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`accepted_by` text
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `invitation_page` ON `invitation` (`page_id`);--> statement-breakpoint
CREATE TABLE `subscriber` (
	`page_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text DEFAULT 'email' NOT NULL,
	`address` text,
	`scope` text NOT NULL,
	`component_ids` text NOT NULL,
	`incident_id` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`language` text NOT NULL,
	`time_zone` text NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`confirmations_at` text NOT NULL,
	`confirmed_at` integer,
	`unsubscribed_at` integer,
	`quarantined_at` integer,
	`quarantine_reason` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	`failing_notice_id` text,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`page_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriber_address` ON `subscriber` (`address`,`page_id`,`kind`,`incident_id`);--> statement-breakpoint
CREATE INDEX `subscriber_idle` ON `subscriber` (`updated_at`) WHERE state IN ('pending', 'unsubscribed');--> statement-breakpoint
ALTER TABLE `deployment` ADD `heartbeat_sealed` text;--> statement-breakpoint
ALTER TABLE `deployment` ADD `mail_failing_since` integer;--> statement-breakpoint
ALTER TABLE `sign_in_link` ADD `request_hash` text;--> statement-breakpoint
ALTER TABLE `sign_in_link` ADD `code_hash` text;--> statement-breakpoint
ALTER TABLE `sign_in_link` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sign_in_link` ADD `email` text;--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_link_request` ON `sign_in_link` (`request_hash`);--> statement-breakpoint
CREATE INDEX `sign_in_link_person` ON `sign_in_link` (`person_id`,`created_at`) WHERE person_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `notice` ADD `round` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notice` ADD `cursor` text DEFAULT '';--> statement-breakpoint
ALTER TABLE `notice` ADD `low` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notice` ADD `next` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notice` ADD `expanded_at` integer;--> statement-breakpoint
ALTER TABLE `notice` ADD `recipients` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notice` ADD `sent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notice` ADD `failed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `notice_page` ON `notice` (`page_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `incident_withdrawn` ON `incident` (`page_id`,`updated_at`) WHERE visibility = 'withdrawn';--> statement-breakpoint
CREATE INDEX `maintenance_cancelled` ON `maintenance` (`page_id`,`updated_at`) WHERE status = 'cancelled';--> statement-breakpoint
INSERT OR IGNORE INTO `snapshot` (`slug`, `audience`, `part`, `page_id`, `host`, `visibility`, `wanted`, `observed_at`) SELECT `slug`, `audience`, 'recent', `page_id`, `host`, `visibility`, 1, `observed_at` FROM `snapshot` WHERE `part` = 'home';
