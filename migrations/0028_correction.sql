CREATE TABLE `correction` (
	`page_id` text NOT NULL,
	`id` text NOT NULL,
	`source_id` text NOT NULL,
	`source_name` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`reason` text NOT NULL,
	`component_ids` text NOT NULL,
	`undone_at` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`page_id`, `id`)
) STRICT, WITHOUT ROWID;
