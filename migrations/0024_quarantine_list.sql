CREATE TABLE `quarantine_list` (
	`due_at` integer NOT NULL,
	`page_id` text NOT NULL,
	`id` text NOT NULL,
	`subscriber_ids` text NOT NULL,
	PRIMARY KEY(`due_at`, `page_id`, `id`)
) STRICT, WITHOUT ROWID;--> statement-breakpoint
INSERT INTO `quarantine_list` (`due_at`, `page_id`, `id`, `subscriber_ids`)
	SELECT max(`quarantined_at`) + 7776000000, `page_id`, 'since ' || `quarantined_at` / 86400000, json_group_array(`id`)
	FROM `subscriber` WHERE `state` = 'quarantined' AND `quarantined_at` IS NOT NULL GROUP BY `page_id`, `quarantined_at` / 86400000;--> statement-breakpoint
DROP INDEX `subscriber_endpoint`;
