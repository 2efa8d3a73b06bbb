CREATE INDEX `incident_page_updated` ON `incident` (page_id || '',`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `incident_page_impact` ON `incident` (page_id || '',CASE coalesce(impact_override, impact) WHEN 'critical' THEN 3 WHEN 'major' THEN 2 WHEN 'none' THEN 0 ELSE 1 END * 10000000000000 + started_at,`id`);--> statement-breakpoint
CREATE INDEX `incident_page_duration` ON `incident` (page_id || '',CASE WHEN resolved_at IS NOT NULL THEN max(0, resolved_at - started_at) WHEN closed = 0 THEN 10000000000000 - started_at ELSE 0 END,`id`);
