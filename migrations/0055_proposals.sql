CREATE TABLE `proposal` (
	`id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`kind` text NOT NULL,
	`incident_id` text,
	`content` text NOT NULL,
	`proposed_by` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `proposal_page` ON `proposal` (`page_id`);--> statement-breakpoint
ALTER TABLE `incident` ADD `proposed_by` text;--> statement-breakpoint
ALTER TABLE `incident` ADD `postmortem_by` text;--> statement-breakpoint
CREATE INDEX `incident_postmortem_proposed` ON `incident` (`page_id`) WHERE postmortem_by IS NOT NULL;--> statement-breakpoint
ALTER TABLE `api_token` ADD `drafter` integer DEFAULT false NOT NULL;