ALTER TABLE `page` ADD `footer` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `footer_html` text DEFAULT '' NOT NULL;