ALTER TABLE `subscriber` ADD `asked_at` integer;--> statement-breakpoint
CREATE INDEX `subscriber_asked` ON `subscriber` (`page_id`,`asked_at`) WHERE asked_at IS NOT NULL;