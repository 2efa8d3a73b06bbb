CREATE TABLE `standstill` (
	`started_at` integer PRIMARY KEY NOT NULL,
	`ended_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `component` ADD `kept_by` text;--> statement-breakpoint
ALTER TABLE `component` ADD `coverage` text DEFAULT 'no_data';--> statement-breakpoint
ALTER TABLE `component` ADD `coverage_since` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `source` ADD `quiet_means_well` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `source` SET `quiet_means_well` = 1 WHERE `family` = 'source';--> statement-breakpoint
UPDATE `component` SET `coverage_since` = `created_at`;--> statement-breakpoint
UPDATE `component` SET `kept_by` = 'watched' WHERE EXISTS (SELECT 1 FROM `rule` r JOIN `rule_component` c ON c.`page_id` = r.`page_id` AND c.`rule_id` = r.`id` JOIN `source` s ON s.`id` = r.`source_id`
	WHERE r.`page_id` = `component`.`page_id` AND c.`component_id` = `component`.`id` AND (c.`status` <> 'operational' OR s.`kind` <> 'vendor'));--> statement-breakpoint
UPDATE `component` SET `coverage` = NULL WHERE EXISTS (SELECT 1 FROM `rule` r JOIN `rule_component` c ON c.`page_id` = r.`page_id` AND c.`rule_id` = r.`id` JOIN `source` s ON s.`id` = r.`source_id`
	WHERE r.`page_id` = `component`.`page_id` AND c.`component_id` = `component`.`id` AND (c.`status` <> 'operational' OR s.`kind` <> 'vendor')
	AND s.`unheard` = 0 AND NOT EXISTS (SELECT 1 FROM `monitor` m WHERE m.`id` = s.`id` AND m.`state` = 'new' AND s.`silent_since` IS NULL)
	AND (s.`family` <> 'source' OR s.`heartbeat_seconds` IS NOT NULL OR NOT EXISTS (SELECT 1 FROM `rule` o JOIN `rule_component` d ON d.`page_id` = o.`page_id` AND d.`rule_id` = o.`id` JOIN `source` w ON w.`id` = o.`source_id`
		WHERE o.`page_id` = r.`page_id` AND d.`component_id` = c.`component_id` AND w.`family` <> 'source')));--> statement-breakpoint
UPDATE `component` SET `kept_by` = 'manual', `coverage` = 'operational' WHERE `kept_by` IS NULL
	AND (SELECT p.`spoken_at` FROM `page` p WHERE p.`id` = `component`.`page_id`) IS NOT NULL;--> statement-breakpoint
UPDATE `settle` SET `asked_at` = iif(`wanted` > `done`, `asked_at`, unixepoch() * 1000), `wanted` = `wanted` + 1 WHERE EXISTS (SELECT 1 FROM `monitor` m JOIN `source` s ON s.`id` = m.`id`
	WHERE m.`page_id` = `settle`.`page_id` AND m.`paused_at` IS NOT NULL AND s.`silent_since` IS NULL);--> statement-breakpoint
UPDATE `source` SET `silent_since` = unixepoch() * 1000 WHERE `silent_since` IS NULL AND `id` IN (SELECT m.`id` FROM `monitor` m WHERE m.`paused_at` IS NOT NULL);--> statement-breakpoint
UPDATE `snapshot` SET `asked_at` = iif(`built` < `wanted`, `asked_at`, unixepoch() * 1000), `wanted` = `wanted` + 1;
