ALTER TABLE `settle` ADD `publishes` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `monitor_new` ON `monitor` (`page_id`) WHERE state = 'new';