DROP INDEX `rule_page`;--> statement-breakpoint
CREATE INDEX `rule_page` ON `rule` (`page_id`,`source_id`);--> statement-breakpoint
CREATE INDEX `source_vendor` ON `source` (`page_id`) WHERE kind = 'vendor';