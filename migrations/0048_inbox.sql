CREATE TABLE `inbox` (
	`number` integer PRIMARY KEY NOT NULL,
	`entries` integer NOT NULL,
	`oldest_at` integer NOT NULL,
	`pages` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `deployment` ADD `inboxes_from` integer DEFAULT 0 NOT NULL;