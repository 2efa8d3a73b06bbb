ALTER TABLE `channel` ADD `component_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `channel` ADD `quiet_from` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `channel` ADD `quiet_until` text DEFAULT '' NOT NULL;