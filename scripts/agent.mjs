#!/usr/bin/env node
// The agent of Upfront: checks what only its own network reaches, and reports. One file for Node 20 or later; docs/agent.md.
import { execFile } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import { parseArgs } from "node:util";

const program = "upfront-agent/1";
const names = ["url", "secret-file", "spool", "ca", "cert", "key", "dns"];
const options = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
const { values: flags } = parseArgs({
  options: { ...options, once: { type: "boolean" }, insecure: { type: "boolean" } },
});
const env = (name) => process.env[`UPFRONT_AGENT${name}`] || undefined;
/** A flag, else its variable: `--secret-file` is UPFRONT_AGENT_SECRET_FILE. */
const option = (name) => flags[name] ?? env(name === "url" ? "" : `_${name.toUpperCase().replace("-", "_")}`);
const fileOf = (name) => (option(name) ? readFileSync(option(name), "utf8") : undefined);
const say = (event, more = {}) => console.error(JSON.stringify({ at: new Date().toISOString(), event, ...more }));

const address = option("url")?.replace(/\/$/, "");
const secret = (fileOf("secret-file") ?? env("_SECRET"))?.trim();
if (!address || !secret) {
  console.error("Set UPFRONT_AGENT to the agent's address, and UPFRONT_AGENT_SECRET to its signing secret.");
  process.exit(2);
}
/** Settings with their secrets come this way, and what is to be called: without TLS anybody on it reads and changes both. */
if (
  /^http:/i.test(address) &&
  !/^http:\/\/(localhost|127\.[\d.]+|\[::1\])(:|\/|$)/i.test(address) &&
  !option("insecure")
) {
  console.error(
    "The agent's address is not https. Set UPFRONT_AGENT_INSECURE=1 to send and read secrets in the clear all the same.",
  );
  process.exit(2);
}
const spool = option("spool") ?? "upfront-agent.spool.json";
const [ownCa, cert, key] = [fileOf("ca"), fileOf("cert"), fileOf("key")];
const trust = { ...(ownCa ? { ca: [...tls.rootCertificates, ownCa] } : {}), ...(cert ? { cert, key } : {}) };

const minute = 60_000;
const kept = 3600_000;
const mostBytes = 4 * 1024 * 1024;
const atOnce = 1000;
const run = randomUUID();
/** ms that the server's clock is ahead of ours: minutes and signatures go by it, `at` and `sent_at` by our own. */
let offset = 0;
let checks = { every: 1, list: [], etag: "" };
const now = () => Date.now() + offset;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Trouble extends Error {
  constructor(verdict, code, detail) {
    super(detail);
    Object.assign(this, { verdict, code });
  }
}
const down = (code, detail) => new Trouble("down", code, detail);
const unknown = (code, detail) => new Trouble("unknown", code, detail);
/** Names of errors carry no secret; their messages may. */
const nameOf = (error) => String(error?.code ?? error?.name ?? "error").slice(0, 60);

/** One call: at most `most` bytes of the answer, over in `timeout` ms. */
function request(url, { method = "GET", headers = {}, body, timeout = 15_000, most = 262_144, ...more }) {
  return new Promise((resolve, reject) => {
    const { request: open } = new URL(url).protocol === "http:" ? http : https;
    const signal = AbortSignal.timeout(Math.ceil(timeout));
    const sent = open(url, { method, headers, signal, agent: false, ...trust, ...more }, (answer) => {
      const parts = [];
      let size = 0;
      const end = () => {
        const text = Buffer.concat(parts).subarray(0, most).toString();
        resolve({ status: answer.statusCode, headers: answer.headers, text, size, truncated: size > most });
      };
      answer.on("data", (part) => {
        size += parts.push(part) && part.length;
        if (size > most) answer.destroy();
      });
      answer.on("error", reject).on("close", () => (signal.aborted ? reject(signal.reason) : end()));
    });
    sent.on("error", (error) => reject(signal.aborted ? signal.reason : error)).end(body);
  });
}

const linesOf = (text) => (text ?? "").split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
const pairOf = (line) => [line.slice(0, line.indexOf(":")).trim(), line.slice(line.indexOf(":") + 1).trim()];
/** `*` and `?` stand for any characters; in steps that grow with both lengths, however many stars there are. */
function globFits(glob, text) {
  const [wanted, found] = [[...glob.toLowerCase()], [...text.toLowerCase()]];
  let [at, star, tried] = [0, -1, 0];
  for (let place = 0; place < found.length; ) {
    if (wanted[at] === "*") [star, tried] = [at++, place];
    else if (wanted[at] === "?" || wanted[at] === found[place]) [at, place] = [at + 1, place + 1];
    else if (star < 0) return false;
    else [at, place] = [star + 1, ++tried];
  }
  return wanted.slice(at).every((each) => each === "*");
}

function authorization({ auth, username = "", password = "", token }) {
  if (auth === "bearer") return { authorization: `Bearer ${token}` };
  return auth === "basic"
    ? { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` }
    : {};
}

/** Members and indexes alone; what else RFC 9535 has is checked from the edge. */
function jsonAt(text, path) {
  if (!/^\$(\.[\w-]+|\[\d+\]|\['[^']+'\])*$/.test(path))
    throw unknown("agent_path", `The agent cannot follow ${path}.`);
  const steps = [...path.matchAll(/\.([\w-]+)|\[(\d+)\]|\['([^']+)'\]/g)].map(
    ([, one, two, three]) => one ?? two ?? three,
  );
  try {
    return steps.reduce(
      (value, step) => (value !== null && Object.hasOwn(value, step) ? value[step] : undefined),
      JSON.parse(text),
    );
  } catch {
    return undefined;
  }
}

function judgeAnswer(given, { status, headers, text, size, truncated }, milliseconds) {
  const ranges = (given.statuses ?? "200-299").split(",").map((each) =>
    each
      .trim()
      .split(/\s*-\s*/)
      .map(Number),
  );
  if (!ranges.some(([from, to = from]) => status >= from && status <= to))
    throw down("status", `It answered ${status}.`);
  const [name, pattern] = pairOf(given.header ?? "");
  if (name && !globFits(pattern, String(headers[name.toLowerCase()] ?? "\u0000")))
    throw down("header", `The header ${name} is not as expected.`);
  if (given.contains && !text.includes(given.contains)) throw down("text_missing", "The text is not there.");
  if (given.lacks && text.includes(given.lacks)) throw down("text_found", "The text is there.");
  if (size < Number(given.leastBytes ?? 0) || size > Number(given.mostBytes ?? size))
    throw down("size", `It has ${size} bytes.`);
  if (given.jsonPath && truncated) throw down("json", "The answer is longer than 256 KB.");
  const found = given.jsonPath ? jsonAt(text, given.jsonPath) : null;
  const shown = typeof found === "string" ? found : JSON.stringify(found);
  if (found === undefined || (given.jsonValue !== undefined && shown !== given.jsonValue))
    throw down("json", "The JSON is not as expected.");
  if (given.latest && milliseconds > Number(given.latest)) throw down("too_slow", `It took ${milliseconds} ms.`);
}

const contentTypes = { json: "application/json", form: "application/x-www-form-urlencoded" };

/** Of the address that was asked for. */
async function certificateOf({ url, certificateDays: days }, timeout) {
  const { protocol, hostname, port } = new URL(url);
  if (protocol === "https:")
    await checkTls({ host: hostname.replace(/^\[|\]$/g, ""), port: port || 443, days }, timeout);
}

async function checkHttp(given, timeout, began) {
  const typed = Object.fromEntries(linesOf(given.headers).map(pairOf));
  const { method = "GET", body } = given;
  let { url } = given;
  const isFollowed = given.follow !== "no" && /^(GET|HEAD)$/.test(method);
  const type = body === undefined ? undefined : contentTypes[given.bodyType];
  const sent = type ? { "content-type": type } : {};
  let headers = { "user-agent": program, ...sent, ...typed, ...authorization(given) };
  for (let hops = 0; ; hops++) {
    const left = Math.max(1, timeout - (performance.now() - began));
    const answer = await request(url, { method, headers, body, timeout: left });
    const to = isFollowed ? answer.headers.location : undefined;
    const milliseconds = Math.round(performance.now() - began);
    if (!to || ![301, 302, 303, 307, 308].includes(answer.status)) {
      judgeAnswer(given, answer, milliseconds);
      return given.certificateDays ? certificateOf(given, left) : undefined;
    }
    if (hops === 3) throw down("too_many_redirects", "More than three redirects.");
    const next = new URL(to, url);
    if (next.origin !== new URL(url).origin) headers = { "user-agent": program };
    url = next.href;
  }
}

/** Opens; `work` speaks with it, and whatever happens it is closed in time. */
function connected(socket, ready, timeout, work) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(down("timeout", "It did not answer in time.")), Math.max(1, timeout));
    const end = (finish) => (value) => {
      clearTimeout(late);
      socket.destroy();
      finish(value);
    };
    socket.on("error", end(reject));
    socket.once(ready, () => Promise.resolve(socket).then(work).then(end(resolve), end(reject)));
  });
}

/** What comes until it fits; throws where the other end stops before, or 4 KB came. */
function heard(socket, fits) {
  return new Promise((resolve, reject) => {
    let text = "";
    const missing = () => reject(down("text_missing", "The expected text did not come."));
    socket
      .on("end", missing)
      .on("close", missing)
      .on("data", (part) => {
        text += part;
        if (fits(text)) resolve(socket.removeAllListeners("data"));
        else if (text.length > 4096) missing();
      });
  });
}

const lineEnds = { "\\r": "\r", "\\n": "\n", "\\t": "\t", "\\\\": "\\" };
const unescaped = (text = "") => text.replace(/\\[rnt\\]/g, (found) => lineEnds[found]);
const serverName = (host) => (net.isIP(host) ? {} : { servername: host });

const dialogues = {
  smtp: [[/^220 /m, "EHLO agent\r\n"], [/^250 /m, "STARTTLS\r\n"], [/^220 /m]],
  imap: [[/^\* OK/m, "a STARTTLS\r\n"], [/^a OK/m]],
  pop3: [[/^\+OK/m, "STLS\r\n"], [/^\+OK/m]],
};

/** Speaks in the clear until TLS may begin. */
async function askForTls(socket, starttls) {
  for (const [fits, answer] of dialogues[starttls] ?? []) {
    await heard(socket, (text) => fits.test(text));
    if (answer) socket.write(answer);
  }
  socket.pause();
}

function checkTcp({ host, port, tls: secure, starttls = "no", send, expect }, timeout) {
  const own = { ...serverName(host), ...trust };
  const to = { host, port: Number(port) };
  const socket = secure === "yes" ? tls.connect({ ...to, ...own }) : net.connect(to);
  const talk = async (way) => {
    if (send) way.write(unescaped(send));
    if (expect) await heard(way, (text) => text.includes(unescaped(expect)));
  };
  return connected(socket, secure === "yes" ? "secureConnect" : "connect", timeout, async () => {
    if (starttls === "no") return talk(socket);
    await askForTls(socket, starttls);
    await connected(tls.connect({ socket, host, ...own }), "secureConnect", timeout, talk);
  });
}

function judgeCertificate(socket, { host, days = 30, issuer }) {
  const found = socket.getPeerCertificate();
  const [from, to] = [Date.parse(found.valid_from), Date.parse(found.valid_to)];
  const left = Math.floor((to - now()) / 86_400_000);
  const by = Object.values(found.issuer ?? {}).join(" ");
  if (now() >= to) throw down("expired", `The certificate expired on ${new Date(to).toISOString().slice(0, 10)}.`);
  if (now() < from)
    throw down("not_yet_valid", `The certificate is not valid before ${new Date(from).toISOString().slice(0, 10)}.`);
  if (tls.checkServerIdentity(host, found)) throw down("wrong_name", "The certificate is for another name.");
  if (!socket.authorized)
    throw down("untrusted", `The certificate is not trusted (${nameOf({ code: socket.authorizationError })}).`);
  if (issuer && !by.includes(issuer)) throw down("wrong_issuer", "Another authority issued the certificate.");
  if (left >= Number(days)) return;
  const within = [1, 7, 14, 30].find((step) => step < Number(days) && left < step) ?? Number(days);
  const soon = new Trouble("degraded", "expires_soon", `The certificate expires in ${left} days.`);
  throw Object.assign(soon, { within });
}

function checkTls(given, timeout) {
  const { host, port = 443, starttls = "no" } = given;
  const socket = net.connect({ host, port: Number(port) });
  return connected(socket, "connect", timeout, async () => {
    if (starttls !== "no") await askForTls(socket, starttls);
    const secured = tls.connect({ socket, ...serverName(host), rejectUnauthorized: false, ...trust });
    await connected(secured, "secureConnect", timeout, () => judgeCertificate(secured, given));
  });
}

const recordText = {
  MX: ({ priority, exchange }) => `${priority} ${exchange}`,
  SRV: ({ priority, weight, port, name }) => `${priority} ${weight} ${port} ${name}`,
  SOA: (soa) =>
    ["nsname", "hostmaster", "serial", "refresh", "retry", "expire", "minttl"].map((name) => soa[name]).join(" "),
  CAA: ({ critical, type, ...more }) => `${critical} ${Object.keys(more)[0]} ${Object.values(more)[0]}`,
  TXT: (parts) => parts.join(""),
};
const plainRecord = (type, text) => (type === "TXT" ? text : text.toLowerCase().replace(/\.(?=\s|$)|"/g, ""));

async function checkDns({ name, type = "A", match = "any", values, count, serial, dnssec }, timeout) {
  if (dnssec === "yes") throw unknown("agent_dnssec", "The system's resolver does not tell whether DNSSEC holds.");
  const resolver = new Resolver({ timeout, tries: 1 });
  if (option("dns")) resolver.setServers(option("dns").split(","));
  const answered = await resolver.resolve(name.replace(/\.$/, ""), type).catch(({ code }) => {
    if (code === "ENODATA") return [];
    throw code === "ENOTFOUND"
      ? down("nxdomain", "There is no such name.")
      : unknown("no_resolver", `The resolver said ${code}.`);
  });
  const found = [answered]
    .flat(type === "TXT" ? 1 : 2)
    .map((each) => plainRecord(type, recordText[type]?.(each) ?? String(each)));
  const wanted = linesOf(values).map((line) => plainRecord(type, line.trim()));
  if (match === "count" && found.length !== Number(count))
    throw down("record_count", `${found.length} records, ${count} expected.`);
  if (match !== "count" && found.length === 0) throw down("no_record", `There is no ${type} record.`);
  if (/^(exactly|contains)$/.test(match) && wanted.some((each) => !found.includes(each)))
    throw down("record_missing", "A record is missing.");
  if (match === "exactly" && found.some((each) => !wanted.includes(each)))
    throw down("record_unexpected", "A record is not expected.");
  if (serial !== undefined && answered.serial < Number(serial))
    throw down("serial", `The serial is ${answered.serial}.`);
}

function checkPing({ host }, timeout) {
  if (/^-/.test(host)) throw unknown("settings", "This is no host.");
  const count = process.platform === "win32" ? "-n" : "-c";
  return new Promise((resolve, reject) => {
    execFile("ping", [count, "1", host], { timeout }, (error, out, problem) => {
      const time = /time[=<]([\d.]+) ?ms/.exec(out)?.[1];
      if (!error) return resolve(time === undefined ? null : Math.round(Number(time)));
      if (error.code === "ENOENT")
        return reject(unknown("no_ping", "The program ping is not installed where the agent runs."));
      if (error.killed || error.code === 1) return reject(down("timeout", "No reply came in time."));
      if (/unknown|not known|resol|associated/i.test(problem))
        return reject(down("unresolved", "There is no such name."));
      reject(unknown("ping_failed", `The program ping failed: ${problem.split("\n")[0].slice(0, 120)}`));
    });
  });
}

const kinds = {
  http: {
    check: checkHttp,
    knows:
      "url method headers body auth username password token statuses header contains lacks jsonPath jsonValue latest follow bodyType leastBytes mostBytes certificateDays",
  },
  tcp: { check: checkTcp, knows: "host port tls starttls send expect" },
  tls: { check: checkTls, knows: "host port starttls days issuer" },
  dns: { check: checkDns, knows: "name type match values count serial dnssec resolver second" },
  ping: { check: checkPing, knows: "host" },
};
const isSaid = (value) => !["", "no", "none", null, undefined].includes(value);

/** A connection or a handshake that failed; all else is a fault of the agent's, and nobody's outage. */
const isOfNetwork = ({ code, syscall }) =>
  syscall !== undefined || /^(E[A-Z]+$|ERR_(SSL|TLS)|HPE_|CERT_|UNABLE_|SELF_SIGNED|DEPTH_ZERO)/.test(code);

/** One look; what this agent does not know it does not judge. */
async function look({ kind, settings, timeout_seconds: seconds }) {
  const began = performance.now();
  const taken = () => Math.round(performance.now() - began);
  try {
    if (!kinds[kind]) throw unknown("unknown_kind", `This agent does not know the kind ${kind}: get a newer one.`);
    if (settings === null) throw unknown("sealed", "Its settings have to be entered again.");
    const strange = Object.keys(settings).find(
      (name) => isSaid(settings[name]) && !kinds[kind].knows.split(" ").includes(name),
    );
    if (strange) throw unknown("unknown_setting", `This agent does not know the setting ${strange}: get a newer one.`);
    const told = await kinds[kind].check(settings, seconds * 1000, began);
    return { verdict: "up", code: "ok", detail: "As expected.", milliseconds: told ?? taken() };
  } catch (error) {
    if (error instanceof Trouble) {
      const milliseconds = error.verdict === "unknown" || error.code === "timeout" ? null : taken();
      const { verdict, code, message: detail, within } = error;
      return { verdict, code, detail, milliseconds, ...(within ? { within } : {}) };
    }
    const told = (verdict, code, detail) => ({ verdict, code, detail, milliseconds: null });
    if (error?.name === "TimeoutError") return told("down", "timeout", "It did not answer in time.");
    if (isOfNetwork(error)) return told("down", "unreachable", `It could not be reached (${nameOf(error)}).`);
    return told("unknown", "agent_broken", `The agent could not check it (${nameOf(error)}).`);
  }
}

async function lookAgain(check) {
  let found = await look(check);
  for (let tries = 0; tries < (check.retries ?? 0) && found.verdict === "down"; tries++) found = await look(check);
  return found;
}

/** Six at once. */
async function lookAtAll(due) {
  const waiting = [...due];
  const results = [];
  const hand = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const at = Date.now();
      results.push({ monitor: check.id, at, ...(await lookAgain(check)) });
    }
  };
  await Promise.all(Array.from({ length: 6 }, hand));
  return results;
}

/** What is not reported yet, the oldest first; on disk too, without any settings. */
let results = [];

function restore() {
  try {
    const found = JSON.parse(readFileSync(spool, "utf8"));
    results = (Array.isArray(found) ? found : []).filter((each) => Number.isFinite(each?.at));
  } catch (error) {
    if (error.code !== "ENOENT") say("spool.unreadable", { code: nameOf(error) });
  }
}

function keep(more) {
  results = [...results, ...more].filter(({ at }) => Date.now() - at < kept && at <= Date.now() + kept);
  let text = JSON.stringify(results);
  while (text.length > mostBytes) {
    results = results.slice(Math.ceil(results.length / 10));
    text = JSON.stringify(results);
  }
  try {
    // A file that lies there already may be readable by others, or lead elsewhere.
    rmSync(`${spool}.new`, { force: true });
    writeFileSync(`${spool}.new`, text, { mode: 0o600, flag: "wx" });
    renameSync(`${spool}.new`, spool);
  } catch (error) {
    say("spool.unwritten", { code: nameOf(error) });
  }
}

/** By its `Date`, whatever it answers: a clock of ours that is wrong is put right for minutes and signatures. */
function readClock({ headers }, sent) {
  const theirs = Date.parse(headers.date ?? "");
  const found = theirs - (sent + Date.now()) / 2;
  if (Math.abs(found - offset) < 2000 || Number.isNaN(found)) return;
  offset = found;
  say("clock", { ahead_of_ours_ms: Math.round(found) });
}

/** Signed as Standard Webhooks 1.0 say; again at once where only our clock was wrong. */
async function call(path, { method = "GET", payload, headers = {}, most }, again = true) {
  const sent = Date.now();
  const body = payload === undefined ? undefined : JSON.stringify({ sent_at: sent, ...payload });
  const [id, stamp] = [`msg_${randomUUID()}`, String(Math.floor(now() / 1000))];
  const signer = createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"));
  const signature = `v1,${signer.update(`${id}.${stamp}.${body ?? ""}`).digest("base64")}`;
  const signed = { "webhook-id": id, "webhook-timestamp": stamp, "webhook-signature": signature };
  const typed =
    body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const all = { "user-agent": program, ...signed, ...typed, ...headers };
  const answer = await request(`${address}/${path}`, { method, body, headers: all, most });
  readClock(answer, sent);
  const isLate = answer.status === 401 && answer.text.includes("/problems/clock");
  return isLate && again ? call(path, { method, payload, headers, most }, false) : answer;
}

async function refresh() {
  const headers = checks.etag ? { "if-none-match": checks.etag } : {};
  const answer = await call("checks", { headers, most: 16 * 1024 * 1024 });
  if (answer.status === 304) return;
  if (answer.status !== 200) throw new Trouble("unknown", `status_${answer.status}`, "");
  // What was cut is no JSON: then the checks of before go on.
  const { every, checks: list } = JSON.parse(answer.text);
  checks = { every, list, etag: answer.headers.etag ?? "" };
  say("checks", { every, checks: list.length });
}

let failures = 0;
let notBefore = 0;
let reportedAt = 0;
let restlessUntil = 0;
const last = new Map();

function note(found) {
  for (const { monitor, verdict } of found) {
    if (last.get(monitor) !== verdict) restlessUntil = Date.now() + 10 * minute;
    last.set(monitor, verdict);
  }
}

/** All that waits, a thousand at a time; what is refused for itself is dropped, what is not taken waits longer each time. */
async function report() {
  do {
    const part = results.slice(0, atOnce);
    const answer = await call("results", { method: "POST", payload: { run, program, results: part } });
    const refused = [400, 413, 422].includes(answer.status);
    if (answer.status !== 200 && !refused) throw new Trouble("unknown", `status_${answer.status}`, "");
    if (!refused) say("reported", { results: part.length });
    else say("refused", { status: answer.status, results: part.length });
    results = results.slice(part.length);
    keep([]);
  } while (results.length > 0);
  [failures, notBefore, reportedAt] = [0, 0, Date.now()];
}

async function trying(event, work) {
  try {
    await work();
    return true;
  } catch (error) {
    say(event, { code: nameOf(error), waiting: results.length });
    return false;
  }
}

async function reportWhenDue() {
  const calm = Date.now() - reportedAt < checks.every * minute - 5000 && Date.now() > restlessUntil;
  if (calm || Date.now() < notBefore) return;
  if (await trying("report.failed", report)) return;
  failures += 1;
  notBefore = Date.now() + Math.min(2000 * 2 ** failures, 5 * minute) * (0.5 + Math.random() / 2);
}

const isDue = ({ id, interval, phase }, at) => !last.has(id) || (at - phase) % interval === 0;

async function runMinute(at) {
  const asked = await trying("checks.failed", refresh);
  const found = await lookAtAll(checks.list.filter((check) => isDue(check, at)));
  note(found);
  keep(found);
  await reportWhenDue();
  return asked;
}

async function main() {
  restore();
  say("began", { program, address, spool });
  if (flags.once) {
    const asked = await runMinute(Math.floor(now() / minute));
    process.exit(asked && results.length === 0 ? 0 : 1);
  }
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
  for (let done = -1; ; ) {
    const at = Math.floor(now() / minute);
    if (at !== done) await runMinute(at);
    else if (failures > 0) await reportWhenDue();
    done = at;
    // Two seconds into the next minute, so that no result falls between two.
    const next = (at + 1) * minute + 2000 - now();
    await sleep(Math.max(200, failures > 0 ? Math.min(next, 1000) : Math.min(next, minute)));
  }
}

await main();
