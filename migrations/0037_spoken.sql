ALTER TABLE `page` ADD `spoken_at` integer;--> statement-breakpoint
UPDATE `page` SET `spoken_at` = `updated_at` WHERE EXISTS (SELECT 1 FROM `maintenance` m WHERE m.`page_id` = `page`.`id`)
	OR EXISTS (SELECT 1 FROM `component` c WHERE c.`page_id` = `page`.`id` AND (c.`manual_status` IS NOT NULL OR (c.`version` > 0 AND c.`observed_since` = c.`created_at`)))
	OR EXISTS (SELECT 1 FROM `incident` i WHERE i.`page_id` = `page`.`id` AND i.`visibility` = 'published' AND (i.`origin` = 'person' OR i.`edited` = 1))
	OR EXISTS (SELECT 1 FROM `status_change` s WHERE s.`page_id` = `page`.`id` AND s.`layer` = 'manual');--> statement-breakpoint
CREATE TRIGGER `component_spoken_of` AFTER INSERT ON `component` WHEN new.`manual_status` IS NOT NULL BEGIN UPDATE `page` SET `spoken_at` = new.`updated_at` WHERE `id` = new.`page_id` AND `spoken_at` IS NULL; END;--> statement-breakpoint
CREATE TRIGGER `component_spoken_of_again` AFTER UPDATE OF `manual_status` ON `component` BEGIN UPDATE `page` SET `spoken_at` = new.`updated_at` WHERE `id` = new.`page_id` AND `spoken_at` IS NULL; END;--> statement-breakpoint
CREATE TRIGGER `incident_told` AFTER INSERT ON `incident` WHEN new.`visibility` = 'published' AND (new.`origin` = 'person' OR new.`edited` = 1) BEGIN UPDATE `page` SET `spoken_at` = new.`updated_at` WHERE `id` = new.`page_id` AND `spoken_at` IS NULL; END;--> statement-breakpoint
CREATE TRIGGER `incident_told_again` AFTER UPDATE OF `visibility`, `edited` ON `incident` WHEN new.`visibility` = 'published' AND (old.`visibility` = 'draft' OR old.`edited` < new.`edited`) BEGIN UPDATE `page` SET `spoken_at` = new.`updated_at` WHERE `id` = new.`page_id` AND `spoken_at` IS NULL; END;--> statement-breakpoint
CREATE TRIGGER `maintenance_told` AFTER INSERT ON `maintenance` BEGIN UPDATE `page` SET `spoken_at` = new.`updated_at` WHERE `id` = new.`page_id` AND `spoken_at` IS NULL; END;
