ALTER TABLE `source` ADD `unheard` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `source_unheard` ON `source` (`page_id`) WHERE unheard = 1;--> statement-breakpoint
UPDATE `source` SET `unheard` = 1 WHERE `family` = 'source' AND `last_heard_at` IS NULL
	AND `created_at` > unixepoch() * 1000 - (SELECT p.`delivery_days` FROM `page` p WHERE p.`id` = `source`.`page_id`) * 86400000
	AND NOT EXISTS (SELECT 1 FROM `delivery` d WHERE d.`source_id` = `source`.`id` AND d.`outcome` <> 'refused')
	AND NOT EXISTS (SELECT 1 FROM `alert` a WHERE a.`page_id` = `source`.`page_id` AND a.`source_id` = `source`.`id` AND a.`state` = 'firing')
	AND NOT EXISTS (SELECT 1 FROM `alert` a WHERE a.`source_id` = `source`.`id` AND a.`state` = 'resolved');