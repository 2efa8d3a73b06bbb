ALTER TABLE `incident_update` ADD `said` text;--> statement-breakpoint
ALTER TABLE `maintenance_update` ADD `said` text;