DROP INDEX `alert_firing`;--> statement-breakpoint
CREATE INDEX `alert_firing` ON `alert` (`page_id`,`source_id`,`started_at`) WHERE state = 'firing';--> statement-breakpoint
DROP INDEX `channel_delivery_due`;--> statement-breakpoint
CREATE INDEX `channel_delivery_waiting` ON `channel_delivery` (`channel_id`,`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
DROP INDEX `notice_due`;--> statement-breakpoint
ALTER TABLE `notice` ADD `lane` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `notice` ADD `not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notice` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notice` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `notice` ADD `unknown` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `notice_waiting` ON `notice` (`lane`,`page_id`,`not_before`) WHERE due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `heartbeat` ADD `not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `heartbeat` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `heartbeat` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `maintenance` ADD `not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `maintenance_series` ADD `not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance_series` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance_series` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `batch` ADD `in_hand` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `batch` ADD `doubtful` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `batch` ADD `unknown` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `component` ADD `manual_not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `deployment` ADD `pages_look_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `monitor_shard` ADD `look_at` integer DEFAULT 0;--> statement-breakpoint
CREATE INDEX `alert_recovered` ON `alert` (`source_id`,`resolved_received_at`) WHERE state = 'resolved';--> statement-breakpoint
CREATE INDEX `monitor_shard_look` ON `monitor_shard` (`look_at`) WHERE look_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `deployment` ADD `purge_cursor` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `day_not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `day_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `status_change` ADD `sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `snapshot` ADD `asked_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `snapshot` ADD `not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `snapshot` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `snapshot` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `snapshot` ADD `behind_since` integer;--> statement-breakpoint
ALTER TABLE `snapshot` ADD `copied` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `snapshot` ADD `copied_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `snapshot` ADD `fold_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `snapshot` ADD `fold_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `snapshot` ADD `fold` text;--> statement-breakpoint
ALTER TABLE `settle` ADD `asked_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settle` ADD `not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settle` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settle` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `settle` ADD `timeline` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settle` ADD `timeline_holder` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settle` ADD `timeline_held_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settle` ADD `window_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settle` ADD `window_counts` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `source` ADD `last_heard_at` integer;--> statement-breakpoint
UPDATE `notice` SET `not_before` = `due_at`, `lane` = CASE WHEN `kind` = 'sign_in' THEN 0 WHEN `kind` = 'maintenance_reminder' THEN 2 WHEN `kind` IN ('subscriber_confirm', 'invitation') THEN 3 WHEN `audience` = 'team' AND `expanded_at` IS NULL THEN 4 ELSE 1 END WHERE `due_at` IS NOT NULL;--> statement-breakpoint
UPDATE `notice` SET `sequence` = -1 - `sequence` WHERE `kind` IN ('incident_update', 'maintenance_scheduled', 'maintenance_update', 'maintenance_in_progress', 'maintenance_completed', 'maintenance_cancelled', 'invitation');--> statement-breakpoint
UPDATE `monitor_shard` SET `look_at` = NULL WHERE NOT EXISTS (SELECT 1 FROM `monitor` m WHERE m.`shard_id` = `monitor_shard`.`id` AND m.`paused_at` IS NULL);--> statement-breakpoint
UPDATE `source` SET `last_heard_at` = (SELECT max(d.`received_at`) FROM `delivery` d WHERE d.`source_id` = `source`.`id` AND d.`outcome` <> 'refused') WHERE `heartbeat_seconds` IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `settle_made` AFTER INSERT ON `settle` BEGIN UPDATE `deployment` SET `pages_look_at` = 0 WHERE `id` = 1 AND `pages_look_at` > 0; END;--> statement-breakpoint
CREATE TRIGGER `settle_asked` AFTER UPDATE OF `wanted` ON `settle` WHEN new.`wanted` > old.`wanted` BEGIN UPDATE `deployment` SET `pages_look_at` = 0 WHERE `id` = 1 AND `pages_look_at` > 0; END;--> statement-breakpoint
CREATE TRIGGER `snapshot_made` AFTER INSERT ON `snapshot` BEGIN UPDATE `deployment` SET `pages_look_at` = 0 WHERE `id` = 1 AND `pages_look_at` > 0; END;--> statement-breakpoint
CREATE TRIGGER `snapshot_asked` AFTER UPDATE OF `wanted` ON `snapshot` WHEN new.`wanted` > old.`wanted` BEGIN UPDATE `deployment` SET `pages_look_at` = 0 WHERE `id` = 1 AND `pages_look_at` > 0; END;--> statement-breakpoint
CREATE TRIGGER `snapshot_copy_failed` AFTER UPDATE OF `copied` ON `snapshot` WHEN new.`copied` < old.`copied` BEGIN UPDATE `deployment` SET `pages_look_at` = 0 WHERE `id` = 1 AND `pages_look_at` > 0; END;--> statement-breakpoint
CREATE TRIGGER `page_day_moved_back` AFTER UPDATE OF `day_not_before` ON `page` WHEN new.`day_not_before` > old.`day_not_before` BEGIN UPDATE `deployment` SET `pages_look_at` = new.`day_not_before` WHERE `id` = 1 AND `pages_look_at` > new.`day_not_before`; END;
