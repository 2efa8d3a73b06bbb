ALTER TABLE `component` ADD `coverage_opened_at` integer;--> statement-breakpoint
ALTER TABLE `component` ADD `observed_opened_at` integer;--> statement-breakpoint
ALTER TABLE `settle` ADD `observers_changed_at` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `source` ADD `quiet_answered` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `source` ADD `vouches_since` integer;