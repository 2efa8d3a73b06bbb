CREATE TABLE `device_code` (
	`device_hash` text PRIMARY KEY NOT NULL,
	`user_hash` text NOT NULL,
	`token_hash` text NOT NULL,
	`client` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`network` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `device_code_user` ON `device_code` (`user_hash`);--> statement-breakpoint
CREATE INDEX `device_code_expires` ON `device_code` (`expires_at`);