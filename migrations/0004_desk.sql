CREATE TABLE `maintenance_series` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`title` text NOT NULL,
	`body` text DEFAULT '' NOT NULL,
	`rule` text NOT NULL,
	`zone` text NOT NULL,
	`starts_local` text NOT NULL,
	`duration` integer NOT NULL,
	`components` text NOT NULL,
	`auto_start` integer DEFAULT true NOT NULL,
	`auto_end` integer DEFAULT true NOT NULL,
	`tell_planned` integer DEFAULT true NOT NULL,
	`tell_start` integer DEFAULT true NOT NULL,
	`tell_end` integer DEFAULT true NOT NULL,
	`remind_day` integer DEFAULT false NOT NULL,
	`remind_hour` integer DEFAULT false NOT NULL,
	`made_until` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `maintenance_series_page` ON `maintenance_series` (`page_id`);--> statement-breakpoint
CREATE INDEX `maintenance_series_due` ON `maintenance_series` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `template` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`body` text DEFAULT '' NOT NULL,
	`status` text,
	`impact_override` text,
	`components` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `template_page` ON `template` (`page_id`);--> statement-breakpoint
CREATE TABLE `page_image` (
	`page_id` text NOT NULL,
	`kind` text NOT NULL,
	`media_type` text NOT NULL,
	`body` text NOT NULL,
	`hash` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`page_id`, `kind`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `challenge` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`person_id` text,
	`sealed` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `challenge_expires` ON `challenge` (`expires_at`);--> statement-breakpoint
CREATE TABLE `identity` (
	`provider_id` text NOT NULL,
	`subject` text NOT NULL,
	`id` text NOT NULL,
	`person_id` text NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	PRIMARY KEY(`provider_id`, `subject`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `identity_person` ON `identity` (`person_id`);--> statement-breakpoint
CREATE TABLE `identity_provider` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`secret_sealed` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `passkey` (
	`credential_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`transports` text NOT NULL,
	`backed_up` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `passkey_person` ON `passkey` (`person_id`);--> statement-breakpoint
ALTER TABLE `incident` ADD `postmortem` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `incident` ADD `postmortem_body` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `incident` ADD `postmortem_html` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `incident` ADD `postmortem_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `incident` ADD `postmortem_updated_at` integer;--> statement-breakpoint
ALTER TABLE `incident` ADD `postmortem_published_at` integer;--> statement-breakpoint
ALTER TABLE `incident` ADD `postmortem_notified` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `incident_update` ADD `edits` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance` ADD `series_id` text;--> statement-breakpoint
ALTER TABLE `maintenance` ADD `occurrence_at` integer;--> statement-breakpoint
ALTER TABLE `maintenance` ADD `tell_start` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance` ADD `tell_end` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance` ADD `remind_day` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance` ADD `remind_hour` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance` ADD `edited` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `maintenance_page_status` ON `maintenance` (`page_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `maintenance_occurrence` ON `maintenance` (`series_id`,`occurrence_at`) WHERE series_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance_update` ADD `edits` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `deployment` ADD `usage` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `links` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `nag_minutes` integer DEFAULT 360 NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `delivery_days` integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `passphrase_hash` text;--> statement-breakpoint
ALTER TABLE `page` ADD `passphrase_sealed` text;--> statement-breakpoint
ALTER TABLE `page` ADD `passphrase_generation` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `host_wanted` text;--> statement-breakpoint
ALTER TABLE `page` ADD `host_proof` text;--> statement-breakpoint
ALTER TABLE `page` ADD `host_checked_at` integer;--> statement-breakpoint
ALTER TABLE `page` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `page_deleted` ON `page` (`deleted_at`) WHERE deleted_at IS NOT NULL;