DROP INDEX `alert_incident`;--> statement-breakpoint
CREATE INDEX `episode_incident` ON `episode` (`incident_id`,`started_at`) WHERE incident_id IS NOT NULL;