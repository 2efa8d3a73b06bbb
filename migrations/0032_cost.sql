ALTER TABLE `monitor` ADD `cost` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `monitor` SET `cost` = 2 WHERE `id` IN (SELECT `id` FROM `source` WHERE `kind` IN ('dns', 'tls'));
