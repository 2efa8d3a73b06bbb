CREATE TABLE `source_overlap` (
	`source_id` text NOT NULL,
	`what` text NOT NULL,
	`page_id` text NOT NULL,
	`token_hash` text,
	`sealed` text NOT NULL,
	`started_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`old_used_at` integer,
	`new_used_at` integer,
	PRIMARY KEY(`source_id`, `what`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `source_overlap_token` ON `source_overlap` (`token_hash`) WHERE token_hash IS NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery` ADD `replay_of` text;--> statement-breakpoint
ALTER TABLE `delivery` ADD `replayed_at` integer;--> statement-breakpoint
CREATE INDEX `delivery_by_sender` ON `delivery` (`source_id`,`received_at`) WHERE id >= '8';--> statement-breakpoint
ALTER TABLE `source` ADD `silence_hours` integer;--> statement-breakpoint
ALTER TABLE `source` ADD `silence_due_at` integer;--> statement-breakpoint
ALTER TABLE `source` ADD `silence_not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `source` ADD `silence_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `source_silence` ON `source` (`silence_due_at`) WHERE silence_due_at IS NOT NULL;