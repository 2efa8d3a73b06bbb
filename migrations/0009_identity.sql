CREATE TABLE `mail_ledger` (
	`recipient` text NOT NULL,
	`allowance` text NOT NULL,
	`mailed_at` text NOT NULL,
	`last` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`recipient`, `allowance`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `stranger_rows` (
	`day` integer NOT NULL,
	`bucket` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `bucket`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `person` ADD `disabled_at` integer;--> statement-breakpoint
ALTER TABLE `session` ADD `proven_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `api_token` SET `expires_at` = `created_at` + 31536000000 WHERE `expires_at` IS NULL OR `expires_at` > `created_at` + 31536000000;
