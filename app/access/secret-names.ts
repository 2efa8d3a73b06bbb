/** Names of what authenticates or opens something; each part of a name is a word. */
const strong =
  /passw|passphrase|passcode|secret|private_?key|mnemonic|seed_?phrase|security_?answer|conn(?:ection)?_?str|shared_?access|(?:api|access|account|shared|master|encryption|decryption|signing|licen[cs]e|recovery|client|consumer|service|subscription|app(?:lication)?|storage|deploy|ssh|function|write|ingest(?:ion)?|instrumentation|admin|root|product|activation|webhook|hmac|integration|server|user)_?key|(?:recovery|backup|activation|verification|one_?time|login|access|reset|invite|invitation|mfa|sms|otp|security)_?code|(?:^|_)(?:pins?|pwd|otp|totp|cv[vc]2?)(?:_|$)/;

/** Weaker names of the same, with which texts about a problem may start as well. */
const weak =
  /auth(?!or(?!i[sz]))|cookie|token|session|signature|credential|creds(?:_|$)|csrf|xsrf|jwt|(?:^|_)pass(?:_|$)/;

/** Last words of a name which describes a secret and does not hold it. */
const about =
  /(?:^|_)(?:error|errors|exception|failure|failures|fault|warning|status|state|type|count|size|length|name|names|expires|expiry|expired|expiration|ttl|at|url|uri|endpoint|host|required|enabled|disabled|valid|invalid|method|methods|mode|algorithm|alg|provider|manager|backend|db|cache|queue|worker|gateway|proxy|check|health|service|server|store|limit|version|timeout|duration|policy|level|message|reason|latency|ms|seconds|authenticate|used|present|java|php|py|js|mjs|ts|tsx|jsx|rb|go|cs|kt|scala|rs|ex|cpp)$|^access_control_/;

/** Names that other keys share: only a value that looks random counts as a secret (gitleaks, `generic-api-key`). */
const soft = /(?:^|_)(?:keys?|sid|salt|seed|sig|hmac)$/;
const harmlessKey =
  /(?:public|pub|primary|foreign|partition|sort|idempotency|cache|routing|dedup|deduplication|group|index|lookup|translation|message|natural|schema|sequence|bucket)_?keys?$/;

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();

/** Returns the bits per character of a text, by the frequency of its characters. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

const longEnough = /[A-Za-z0-9+=]{16,200}/;

/** True for a run of letters and digits that looks generated; names of files and paths have none. */
function looksRandom(value: string): boolean {
  if (!/^["']?[\w+/=~-]{16,}["']?$/.test(value)) return false;
  const [run = ""] = longEnough.exec(value) ?? [];
  return /\d/.test(run) && /[A-Za-z]/.test(run) && entropyOf(run) >= 3.5;
}

const states =
  /^["']?(?:ok(?:ay)?|up|down|true|false|null|none|nil|yes|no|on|off|(?:un)?healthy|degraded|(?:un)?available|(?:un)?reachable|(?:dis)?connected|(?:connection )?refused|timeout|timed out|missing|(?:in)?valid|expired|required|denied|failed|failing|failure|pass(?:ed|ing)?|fail|error|warn(?:ing)?|unknown|(?:dis|en)abled|(?:in)?active|revoked|rejected|unauthori[sz]ed|forbidden|not[ _](?:found|set|ready)|unset|empty|undefined|bearer|basic|stale|pending|ready|start(?:ed|ing)|stopp(?:ed|ing)|running|\d{1,3})["']?$/i;

/** At least three words with blanks between them; an HTTP credential starts with its scheme and is excluded. */
const prose =
  /^["']?(?!(?:bearer|basic|digest|negotiate|token|apikey)\b)[\p{L}’']+[,:;]?(?: [\p{L}\d.,:;’'()/_-]+){2,}/iu;

const isProse = (value: string): boolean => prose.test(value) && !value.slice(0, 1000).split(/[ ,;]/).some(looksRandom);

/** True when a header, member or field of this name holds a secret, whatever its value. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name.slice(0, 200));
  return (strong.test(words) || weak.test(words)) && !about.test(words);
}

/** Decides the same when the value is known: “auth: down” describes a problem, and a key may be that of a table. */
export function isSecretMember(name: string, value: string): boolean {
  const words = wordsOf(name.slice(0, 200));
  if (about.test(words)) return (strong.test(words) || weak.test(words)) && looksRandom(value);
  if (strong.test(words)) return /\d/.test(value) || !states.test(value);
  if (weak.test(words)) return !states.test(value) && !isProse(value);
  return soft.test(words) && !harmlessKey.test(words) && looksRandom(value);
}
