CREATE TABLE `incident_note` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`incident_id` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`author_kind` text NOT NULL,
	`author_id` text
);
--> statement-breakpoint
CREATE INDEX `incident_note_incident` ON `incident_note` (`incident_id`);