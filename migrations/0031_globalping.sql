ALTER TABLE `monitor` ADD `continents` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `deployment` ADD `globalping_sealed` text;