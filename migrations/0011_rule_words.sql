ALTER TABLE `incident` ADD `title_said` text;--> statement-breakpoint
ALTER TABLE `incident` ADD `alert_title` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `component` ADD `depends_on` text;--> statement-breakpoint
ALTER TABLE `alert` ADD `cause_id` text;--> statement-breakpoint
ALTER TABLE `alert` ADD `turns` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `alert` ADD `flapping_since` integer;--> statement-breakpoint
ALTER TABLE `alert` ADD `held_end` integer;--> statement-breakpoint
ALTER TABLE `rule` ADD `public_title` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `rule` ADD `public_body` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `rule` ADD `shows_title` integer DEFAULT false NOT NULL;