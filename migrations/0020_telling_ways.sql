ALTER TABLE `notice` ADD `way` text;--> statement-breakpoint
ALTER TABLE `subscriber` ADD `retry_at` integer;--> statement-breakpoint
CREATE INDEX `subscriber_way` ON `subscriber` (`page_id`,`kind`,`id`) WHERE kind <> 'email' AND state = 'active';