const page = {
  id: "p1",
  name: "Acme",
  subdomain: "acme",
  time_zone: "Europe/Berlin",
  domain: null,
  page_description: "All of it",
};
/** A component of the simulated deployment. */
export const upfrontComponent = {
  id: "c1",
  name: "API",
  group_id: "g1",
  status: "partial_outage",
  start_date: "2026-01-01",
  showcase: true,
};
const update = {
  id: "u1",
  status: "investigating",
  body: "We look.",
  display_at: "2026-08-20T09:40:00Z",
  affected_components: [],
};
const incident = {
  id: "i1",
  name: "API slow",
  status: "investigating",
  impact: "minor",
  started_at: "2026-08-20T09:40:00Z",
  resolved_at: null,
  incident_updates: [update],
  components: [upfrontComponent],
};
const maintenance = {
  ...incident,
  id: "m1",
  name: "Upgrade",
  status: "scheduled",
  scheduled_for: "2027-01-01T00:00:00Z",
  scheduled_until: "2027-01-01T01:00:00Z",
};
const monitor = {
  id: "w1",
  name: "Site",
  kind: "http",
  state: "up",
  interval: 5,
  timeout_seconds: 8,
  tags: ["eu"],
  settings: { url: "https://example.com", statuses: "200-299", headers: "••••••••" },
};
const heartbeat = {
  id: "h1",
  name: "Job",
  state: "up",
  schedule: { kind: "cron", expression: "0 3 * * *", time_zone: "UTC" },
  grace: 600,
  tags: [],
  ping_url: "https://status.example.com/ping/abcdefghijkl",
};
const series = {
  id: "r1",
  title: "Weekly",
  repeat: { frequency: "weekly", interval: 1, weekdays: ["tu"] },
  time_zone: "Europe/Berlin",
  first_start: "2026-12-01T02:00",
  minutes: 60,
  next_start: "2026-12-08T01:00:00Z",
  components: { c1: "under_maintenance" },
  auto_start: true,
  auto_end: true,
  occurrences: [{ id: "m2" }],
};
const channel = { id: "k1", name: "Ops topic", kind: "ntfy", paused: false, settings: { topic: "ops" } };
const subscriber = {
  id: "s1",
  mode: "email",
  email: "dana@example.com",
  state: "active",
  components: [],
  created_at: "2026-01-01T00:00:00Z",
};

/** Answers of the simulated deployment’s API, by its addresses. */
export const upfrontAnswers: [RegExp, unknown][] = [
  [/\/pages$/, [page]],
  [/\/pages\/p1$/, page],
  [/\/component-groups\?/, [{ id: "g1", name: "Core", description: "" }]],
  [/\/components\?/, [upfrontComponent]],
  [/\/incidents\?/, [incident]],
  [/\/maintenance_series$/, [{ id: "r1" }]],
  [/\/maintenance_series\/r1$/, series],
  [/\/incidents\/scheduled\?/, [maintenance, { ...maintenance, id: "m2", name: "Weekly" }]],
  [/\/channels\?/, [{ id: "k1" }, { id: "k2" }]],
  [/\/channels\/k1$/, channel],
  [/\/channels\/k2$/, { ...channel, id: "k2", name: "Hook", settings: { url: "••••••••" } }],
  [
    /\/incident_templates\?/,
    [{ id: "t1", name: "Slow", title: "Slow", body: "It is slow.", update_status: "identified" }],
  ],
  [/\/subscribers\?/, [subscriber, { ...subscriber, id: "s2", state: "unconfirmed" }]],
  [/\/heartbeats\?/, [heartbeat]],
  [/\/heartbeats\/h1$/, heartbeat],
  [/\/monitors$/, [monitor]],
  [/\/monitors\/w1$/, monitor],
];
