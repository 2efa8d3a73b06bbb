ALTER TABLE `person` ADD `language` text;--> statement-breakpoint
ALTER TABLE `person` ADD `time_zone` text;