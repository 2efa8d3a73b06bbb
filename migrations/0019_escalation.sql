ALTER TABLE `page` ADD `escalates` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `escalate_after` integer DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `escalate_severity` text;--> statement-breakpoint
ALTER TABLE `page` ADD `escalate_channel_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `escalate_person_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `escalate_every` integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `escalate_times` integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `escalate_quiet_from` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `escalate_quiet_until` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `escalate_quiet_break` text;--> statement-breakpoint
ALTER TABLE `page` ADD `escalation_due_at` integer;--> statement-breakpoint
ALTER TABLE `page` ADD `escalation_not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `page` ADD `escalation_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `page_escalation` ON `page` (`escalation_due_at`) WHERE escalation_due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `episode` ADD `told` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE TRIGGER `episode_begun` AFTER INSERT ON `episode` WHEN new.`ended_at` IS NULL BEGIN UPDATE `page` SET `escalation_due_at` = new.`received_at` + `escalate_after` * 60000 WHERE `id` = new.`page_id` AND `escalates` = 1 AND (`escalation_due_at` IS NULL OR `escalation_due_at` > new.`received_at` + `escalate_after` * 60000); END;--> statement-breakpoint
CREATE TRIGGER `episode_begun_anew` AFTER UPDATE OF `ended_at` ON `episode` WHEN new.`ended_at` IS NULL AND old.`ended_at` IS NOT NULL BEGIN UPDATE `page` SET `escalation_due_at` = new.`received_at` + `escalate_after` * 60000 WHERE `id` = new.`page_id` AND `escalates` = 1 AND (`escalation_due_at` IS NULL OR `escalation_due_at` > new.`received_at` + `escalate_after` * 60000); END;--> statement-breakpoint
CREATE TRIGGER `page_escalation_asked` AFTER UPDATE OF `escalation_due_at` ON `page` WHEN new.`escalation_due_at` IS NOT NULL BEGIN UPDATE `deployment` SET `pages_look_at` = new.`escalation_due_at` WHERE `id` = 1 AND `pages_look_at` > new.`escalation_due_at`; END;
