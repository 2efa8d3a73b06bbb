CREATE TABLE `monitor_evidence` (
	`monitor_id` text NOT NULL,
	`at` integer NOT NULL,
	`page_id` text NOT NULL,
	`first` text NOT NULL,
	`last` text,
	PRIMARY KEY(`monitor_id`, `at`)
) STRICT, WITHOUT ROWID;
