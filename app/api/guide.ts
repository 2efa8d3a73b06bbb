import type { Role } from "~/access/actor";
import { watchGuide } from "./guide-watch";

/** The right that an operation needs: a role on its page at least, the operator, any token, or only one's own data. */
export type Need = Role | "operator" | "any token" | "own";

export interface Guided {
  need: Need;
  /** A body that its schema accepts. */
  example?: unknown;
}

export type Guide = Record<string, Guided>;

/** Describes the same operation by PUT and PATCH. */
export const changes = (path: string, need: Need, example: unknown): Guide => ({
  [`PUT ${path}`]: { need, example },
  [`PATCH ${path}`]: { need, example },
});

const component = "01m7vrt60gzx9a8q5f0p3kd2bn";
const page = "/pages/{page}";
const incidents = `${page}/incidents`;
const maintenances = `${page}/maintenances`;

const update = { body: "A database node is slow; we replace it." };
const note = { note: { body: "Ann restarts the second node; call her first." } };
const moved = { maintenance: { body: "We begin.", deliver_notifications: true } };
const window = { starts_at: "2026-12-01T02:00:00Z", ends_at: "2026-12-01T03:00:00Z" };
const template = {
  template: { name: "Slow", title: "{{component}} is slow", body: "We look into it.", update_status: "investigating" },
};

const pageGuide: Guide = {
  "GET /pages": { need: "any token" },
  "POST /pages": { need: "operator", example: { page: { name: "Shop", subdomain: "shop" } } },
  ...changes(page, "admin", { page: { page_description: "How the shop is doing.", time_zone: "Europe/Berlin" } }),
  [`POST ${page}/components`]: {
    need: "admin",
    example: { component: { name: "Checkout", description: "Cart and payment", start_date: "2026-11-01" } },
  },
  ...changes(`${page}/components/{id}`, "admin", { component: { name: "Checkout", showcase: true } }),
  [`PATCH ${page}/components/{id}`]: { need: "responder", example: { component: { status: "partial_outage" } } },
  [`DELETE ${page}/components/{id}`]: { need: "admin" },
  [`POST ${page}/component-groups`]: {
    need: "admin",
    example: { component_group: { name: "Shop", components: [component] } },
  },
  ...changes(`${page}/component-groups/{id}`, "admin", { component_group: { components: [component] } }),
  [`DELETE ${page}/component-groups/{id}`]: { need: "admin" },
};

const incidentGuide: Guide = {
  [`POST ${incidents}`]: {
    need: "responder",
    example: {
      incident: {
        name: "Payments fail",
        status: "investigating",
        body: "We look into it.",
        components: { [component]: "partial_outage" },
        deliver_notifications: true,
      },
    },
  },
  ...changes(`${incidents}/{id}`, "responder", { incident: { status: "identified", ...update } }),
  [`DELETE ${incidents}/{id}`]: { need: "admin" },
  ...changes(`${incidents}/{id}/incident_updates/{update}`, "responder", { incident_update: update }),
  [`POST ${incidents}/{id}/publish`]: { need: "responder" },
  [`PUT ${incidents}/{id}/postmortem`]: {
    need: "responder",
    example: { postmortem: { body_draft: "## What happened\n\nA disk was full." } },
  },
  [`DELETE ${incidents}/{id}/postmortem`]: { need: "responder" },
  [`PUT ${incidents}/{id}/postmortem/publish`]: {
    need: "responder",
    example: { postmortem: { notify_subscribers: false } },
  },
  [`PUT ${incidents}/{id}/postmortem/revert`]: { need: "responder" },
  [`POST ${incidents}/{id}/notes`]: { need: "responder", example: note },
  ...changes(`${incidents}/{id}/notes/{note}`, "admin", note),
  [`DELETE ${incidents}/{id}/notes/{note}`]: { need: "admin" },
  [`POST ${page}/incident_templates`]: { need: "admin", example: template },
  ...changes(`${page}/incident_templates/{id}`, "admin", template),
  [`DELETE ${page}/incident_templates/{id}`]: { need: "admin" },
};

const maintenanceGuide: Guide = {
  [`POST ${maintenances}`]: {
    need: "responder",
    example: {
      maintenance: { title: "Database upgrade", ...window, components: { [component]: "under_maintenance" } },
    },
  },
  [`POST ${maintenances}/preview`]: {
    need: "responder",
    example: { maintenance: { ...window, repeat: { frequency: "weekly", interval: 1, weekdays: ["tu"] } } },
  },
  [`PATCH ${maintenances}/{id}`]: { need: "responder", example: { maintenance: { title: "Upgrade", ...window } } },
  [`POST ${maintenances}/{id}/extend`]: {
    need: "responder",
    example: { maintenance: { ends_at: "2026-12-01T04:00:00Z", body: "It takes an hour longer." } },
  },
  [`POST ${maintenances}/{id}/start`]: { need: "responder", example: moved },
  [`POST ${maintenances}/{id}/verify`]: { need: "responder", example: moved },
  [`POST ${maintenances}/{id}/complete`]: { need: "responder", example: moved },
  [`POST ${maintenances}/{id}/cancel`]: { need: "responder", example: moved },
  [`POST ${maintenances}/{id}/updates`]: { need: "responder", example: { maintenance_update: update } },
  [`PATCH ${maintenances}/{id}/updates/{update}`]: { need: "responder", example: { maintenance_update: update } },
  [`PATCH ${page}/maintenance_series/{id}`]: {
    need: "responder",
    example: { maintenance_series: { title: "Weekly upgrade", remind_24h: true } },
  },
  [`DELETE ${page}/maintenance_series/{id}`]: { need: "responder" },
};

const subscribers = `${page}/subscribers`;
const followers = `${incidents}/{id}/subscribers`;
const added = { subscriber: { email: "ann@example.com" } };
const these = { subscribers: ["01m7vrt60gzx9a8q5f0p3kd2bn"], type: "email" };

const peopleGuide: Guide = {
  [`GET ${page}/invitations`]: { need: "owner" },
  [`POST ${page}/invitations`]: {
    need: "owner",
    example: { invitation: { role: "responder", email: "ann@example.com" } },
  },
  [`DELETE ${page}/invitations/{id}`]: { need: "owner" },
  [`POST ${subscribers}`]: {
    need: "admin",
    example: { subscriber: { email: "ann@example.com", component_ids: [component] } },
  },
  [`POST ${subscribers}/unsubscribe`]: { need: "admin", example: these },
  [`POST ${subscribers}/reactivate`]: { need: "admin", example: these },
  [`POST ${subscribers}/resend_confirmation`]: { need: "admin", example: these },
  [`PATCH ${subscribers}/{id}`]: { need: "admin", example: { component_ids: [component] } },
  [`DELETE ${subscribers}/{id}`]: { need: "admin" },
  [`POST ${subscribers}/{id}/resend_confirmation`]: { need: "admin" },
  [`POST ${followers}`]: { need: "admin", example: added },
  [`DELETE ${followers}/{sid}`]: { need: "admin" },
  [`POST ${followers}/{sid}/resend_confirmation`]: { need: "admin" },
  "GET /tokens": { need: "any token" },
  "DELETE /tokens/{id}": { need: "own" },
  [`GET ${page}/tokens`]: { need: "owner" },
  [`DELETE ${page}/tokens/{id}`]: { need: "owner" },
  [`POST ${page}/notices/{id}/resend`]: { need: "responder" },
};

/** Operations by method and path; others only read, which a viewer may. The matrix test checks that it is correct. */
export const guide: Guide = { ...pageGuide, ...incidentGuide, ...maintenanceGuide, ...peopleGuide, ...watchGuide };
