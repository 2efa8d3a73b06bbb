ALTER TABLE `incident` ADD `lead_id` text;--> statement-breakpoint
CREATE INDEX `incident_lead` ON `incident` (`page_id`,`lead_id`) WHERE lead_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `incident_note` ADD `lead_id` text;