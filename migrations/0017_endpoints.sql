ALTER TABLE `deployment` ADD `push_key_sealed` text;--> statement-breakpoint
ALTER TABLE `subscriber` ADD `target_sealed` text;--> statement-breakpoint
CREATE INDEX `subscriber_endpoint` ON `subscriber` (`page_id`,`id`) WHERE kind <> 'email' AND state = 'active';