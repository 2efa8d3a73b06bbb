ALTER TABLE `heartbeat` ADD `words_in` text DEFAULT 'anywhere' NOT NULL;--> statement-breakpoint
ALTER TABLE `heartbeat` ADD `fail_words` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `heartbeat` ADD `success_words` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `heartbeat` ADD `start_words` text DEFAULT '[]' NOT NULL;