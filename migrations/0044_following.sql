ALTER TABLE `incident` ADD `edited_parts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `incident` ADD `following` text;--> statement-breakpoint
ALTER TABLE `incident` ADD `stale_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `incident` SET `edited_parts` = '["title","text","impact","components"]' WHERE `edited` = 1 OR `origin` = 'person';--> statement-breakpoint
UPDATE `incident` SET `stale_before` = `version`;--> statement-breakpoint
UPDATE `incident` SET `following` = '{"over":{},"team":null,"visitors":null,"adopts":true}' WHERE `closed` = 0;--> statement-breakpoint
UPDATE `channel` SET `events` = json_insert(`events`, '$[#]', 'incident_worsened')
  WHERE CASE WHEN json_valid(`events`) THEN EXISTS (SELECT 1 FROM json_each(`channel`.`events`) e WHERE e.value IN ('draft_opened', 'incident_opened')) END;--> statement-breakpoint
UPDATE `channel` SET `events` = json_insert(`events`, '$[#]', 'unassigned')
  WHERE CASE WHEN json_valid(`events`) THEN EXISTS (SELECT 1 FROM json_each(`channel`.`events`) e WHERE e.value IN ('draft_opened', 'incident_opened', 'alert_fired')) END;
