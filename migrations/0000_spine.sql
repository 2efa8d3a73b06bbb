CREATE TABLE `incident` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`title` text NOT NULL,
	`status` text NOT NULL,
	`impact` text NOT NULL,
	`impact_override` text,
	`visibility` text NOT NULL,
	`started_at` integer NOT NULL,
	`published_at` integer,
	`monitoring_at` integer,
	`resolved_at` integer,
	`resolved_by` text,
	`closed` integer DEFAULT false NOT NULL,
	`origin` text NOT NULL,
	`origin_id` text DEFAULT '' NOT NULL,
	`group_key` text DEFAULT '' NOT NULL,
	`edited` integer DEFAULT false NOT NULL,
	`recovered_at` integer,
	`backfilled` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `incident_page_started` ON `incident` (`page_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `incident_open` ON `incident` (`page_id`) WHERE closed = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `incident_open_group` ON `incident` (`page_id`,`origin_id`,`group_key`) WHERE closed = 0 AND group_key <> '';--> statement-breakpoint
CREATE TABLE `incident_component` (
	`incident_id` text NOT NULL,
	`component_id` text NOT NULL,
	`page_id` text NOT NULL,
	`status` text NOT NULL,
	PRIMARY KEY(`incident_id`, `component_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `incident_component_component` ON `incident_component` (`component_id`);--> statement-breakpoint
CREATE TABLE `incident_update` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`incident_id` text NOT NULL,
	`status` text NOT NULL,
	`body` text NOT NULL,
	`body_html` text NOT NULL,
	`body_text` text NOT NULL,
	`shown_at` integer NOT NULL,
	`notify` integer DEFAULT true NOT NULL,
	`changes` text NOT NULL,
	`author_kind` text NOT NULL,
	`author_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `incident_update_incident` ON `incident_update` (`incident_id`);--> statement-breakpoint
CREATE TABLE `maintenance` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`title` text NOT NULL,
	`body` text DEFAULT '' NOT NULL,
	`body_html` text DEFAULT '' NOT NULL,
	`body_text` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`auto_start` integer DEFAULT true NOT NULL,
	`auto_end` integer DEFAULT true NOT NULL,
	`started_at` integer,
	`verifying_at` integer,
	`completed_at` integer,
	`due_at` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `maintenance_page_starts` ON `maintenance` (`page_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `maintenance_due` ON `maintenance` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `maintenance_component` (
	`maintenance_id` text NOT NULL,
	`component_id` text NOT NULL,
	`page_id` text NOT NULL,
	`status` text DEFAULT 'under_maintenance' NOT NULL,
	PRIMARY KEY(`maintenance_id`, `component_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `maintenance_component_component` ON `maintenance_component` (`component_id`);--> statement-breakpoint
CREATE TABLE `maintenance_update` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`maintenance_id` text NOT NULL,
	`status` text NOT NULL,
	`body` text NOT NULL,
	`body_html` text NOT NULL,
	`body_text` text NOT NULL,
	`shown_at` integer NOT NULL,
	`notify` integer DEFAULT true NOT NULL,
	`author_kind` text NOT NULL,
	`author_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `maintenance_update_maintenance` ON `maintenance_update` (`maintenance_id`);--> statement-breakpoint
CREATE TABLE `component` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`group_id` text,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`position` integer NOT NULL,
	`start_date` text NOT NULL,
	`shown_when` text DEFAULT 'always' NOT NULL,
	`show_uptime` integer DEFAULT true NOT NULL,
	`manual_status` text,
	`manual_reason` text,
	`manual_until` integer,
	`observed_status` text DEFAULT 'operational' NOT NULL,
	`observed_since` integer NOT NULL,
	`observed_before` text DEFAULT 'operational' NOT NULL,
	`archived_at` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `component_page` ON `component` (`page_id`);--> statement-breakpoint
CREATE INDEX `component_manual_until` ON `component` (`manual_until`) WHERE manual_until IS NOT NULL;--> statement-breakpoint
CREATE TABLE `component_group` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`position` integer NOT NULL,
	`collapsed` text DEFAULT 'unless_affected' NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `component_group_page` ON `component_group` (`page_id`);--> statement-breakpoint
CREATE TABLE `component_year` (
	`page_id` text NOT NULL,
	`year` integer NOT NULL,
	`component_id` text NOT NULL,
	`days` text NOT NULL,
	PRIMARY KEY(`page_id`, `year`, `component_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `deployment` (
	`id` integer PRIMARY KEY NOT NULL,
	`home_page_id` text,
	`tick_at` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `page` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`host` text,
	`time_zone` text DEFAULT 'Etc/UTC' NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`accent` text DEFAULT '#1f5f4a' NOT NULL,
	`visibility` text DEFAULT 'public' NOT NULL,
	`history_days` integer DEFAULT 90 NOT NULL,
	`partial_weight` real DEFAULT 0.3 NOT NULL,
	`noindex` integer DEFAULT false NOT NULL,
	`open_day_at` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `page_slug` ON `page` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `page_host` ON `page` (`host`);--> statement-breakpoint
CREATE TABLE `status_change` (
	`id` text NOT NULL,
	`page_id` text NOT NULL,
	`component_id` text NOT NULL,
	`layer` text NOT NULL,
	`from_status` text,
	`to_status` text,
	`at` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	`cause` text NOT NULL,
	`reference` text,
	PRIMARY KEY(`page_id`, `recorded_at`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `api_token` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`read_only` integer DEFAULT false NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `api_token_person` ON `api_token` (`person_id`);--> statement-breakpoint
CREATE TABLE `membership` (
	`page_id` text NOT NULL,
	`person_id` text NOT NULL,
	`role` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`page_id`, `person_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `membership_person` ON `membership` (`person_id`);--> statement-breakpoint
CREATE TABLE `person` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`kind` text DEFAULT 'human' NOT NULL,
	`operator` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `person_email` ON `person` (`email`);--> statement-breakpoint
CREATE TABLE `session` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`person_id` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `session_person` ON `session` (`person_id`);--> statement-breakpoint
CREATE TABLE `sign_in_link` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`person_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_entry` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`before` text,
	`after` text,
	`request_id` text
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audit_entry_page` ON `audit_entry` (`page_id`,`at`);--> statement-breakpoint
CREATE TABLE `guard` (
	`lost` text,
	CONSTRAINT "lost_race" CHECK(lost IS NULL)
) STRICT;
--> statement-breakpoint
CREATE TABLE `notice` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`audience` text NOT NULL,
	`scope` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`expires_at` integer NOT NULL,
	`outcome` text,
	`created_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `notice_subject` ON `notice` (`kind`,`subject_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `notice_due` ON `notice` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `snapshot` (
	`slug` text NOT NULL,
	`audience` text NOT NULL,
	`part` text NOT NULL,
	`page_id` text NOT NULL,
	`host` text,
	`visibility` text NOT NULL,
	`wanted` integer DEFAULT 0 NOT NULL,
	`built` integer DEFAULT 0 NOT NULL,
	`built_at` integer DEFAULT 0 NOT NULL,
	`fresh_until` integer DEFAULT 0 NOT NULL,
	`observed_at` integer DEFAULT 0 NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`body` text,
	PRIMARY KEY(`slug`, `audience`, `part`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `snapshot_host` ON `snapshot` (`host`,`audience`,`part`);--> statement-breakpoint
CREATE INDEX `snapshot_page` ON `snapshot` (`page_id`);--> statement-breakpoint
CREATE TABLE `alert` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`source_id` text NOT NULL,
	`key` text NOT NULL,
	`state` text NOT NULL,
	`severity` text,
	`title` text NOT NULL,
	`body` text DEFAULT '' NOT NULL,
	`link` text,
	`labels` text NOT NULL,
	`group_key` text DEFAULT '' NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`resolved_received_at` integer,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`last_event_at` integer,
	`count` integer DEFAULT 1 NOT NULL,
	`incident_id` text,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`dismissed_at` integer,
	`flags` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `alert_firing` ON `alert` (`page_id`) WHERE state = 'firing';--> statement-breakpoint
CREATE TABLE `alert_group` (
	`page_id` text NOT NULL,
	`id` text NOT NULL,
	`source_id` text NOT NULL,
	`rule_id` text NOT NULL,
	`group_key` text NOT NULL,
	`state` text NOT NULL,
	`first_fired_at` integer NOT NULL,
	`due_at` integer,
	`incident_id` text,
	`version` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`page_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `delivery` (
	`source_id` text NOT NULL,
	`id` text NOT NULL,
	`page_id` text NOT NULL,
	`received_at` integer NOT NULL,
	`headers` text NOT NULL,
	`body` text NOT NULL,
	`body_hash` text NOT NULL,
	`outcome` text NOT NULL,
	`reason` text,
	`signals` text NOT NULL,
	`settle_mark` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`source_id`, `id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `episode` (
	`alert_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`page_id` text NOT NULL,
	`reported_start` integer NOT NULL,
	`received_at` integer NOT NULL,
	`ended_at` integer,
	`incident_id` text,
	`dismissed_at` integer,
	`dismissed_reason` text,
	PRIMARY KEY(`alert_id`, `started_at`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `rule` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`source_id` text NOT NULL,
	`position` integer NOT NULL,
	`match` text NOT NULL,
	`mode` text DEFAULT 'draft' NOT NULL,
	`hold_seconds` integer DEFAULT 120 NOT NULL,
	`resolve_after_seconds` integer DEFAULT 300 NOT NULL,
	`group_by` text NOT NULL,
	`catch_all` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `rule_page` ON `rule` (`page_id`);--> statement-breakpoint
CREATE TABLE `rule_component` (
	`page_id` text NOT NULL,
	`rule_id` text NOT NULL,
	`component_id` text NOT NULL,
	`status` text NOT NULL,
	PRIMARY KEY(`page_id`, `rule_id`, `component_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `settle` (
	`page_id` text PRIMARY KEY NOT NULL,
	`wanted` integer DEFAULT 0 NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`lease_token` text DEFAULT '' NOT NULL,
	`due_at` integer,
	`recovered_at` integer
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `source` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`token_sealed` text NOT NULL,
	`settings_sealed` text NOT NULL,
	`heartbeat_seconds` integer,
	`muted_until` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `source_token` ON `source` (`token_hash`);--> statement-breakpoint
CREATE INDEX `source_page` ON `source` (`page_id`);
--> statement-breakpoint
INSERT INTO `deployment` (`id`) VALUES (1);
--> statement-breakpoint
INSERT INTO `person` (`id`, `name`, `kind`, `operator`, `created_at`, `updated_at`) VALUES ('bootstrap', 'Bootstrap token', 'builtin', 1, 0, 0);
