ALTER TABLE `incident` ADD `next_update_at` integer;--> statement-breakpoint
ALTER TABLE `template` ADD `next_minutes` integer;