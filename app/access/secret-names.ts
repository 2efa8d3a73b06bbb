/** Names of values that authenticate someone or give access. Each part of a name is a word. */
const strong =
  /passw|passphrase|passcode|secret|private_?key|mnemonic|seed_?phrase|security_?answer|conn(?:ection)?_?str|shared_?access|(?:api|access|account|shared|master|encryption|decryption|signing|licen[cs]e|recovery|client|consumer|service|subscription|app(?:lication)?|storage|deploy|ssh|function|write|ingest(?:ion)?|instrumentation|admin|root|product|activation|webhook|hmac|integration|server|user)_?key|(?:recovery|backup|activation|verification|one_?time|login|access|reset|invite|invitation|mfa|sms|otp|security)_?code|(?:^|_)(?:pins?|pwd|otp|totp|cv[vc]2?)(?:_|$)/;

/** Names of such values that texts about a problem may start with as well. */
const weak =
  /auth(?!or(?!i[sz]))|cookie|token|session|signature|credential|creds(?:_|$)|csrf|xsrf|jwt|(?:^|_)pass(?:_|$)/;

/** Last words of a name that describes a secret but does not contain it. */
const about =
  /(?:^|_)(?:error|errors|exception|failure|failures|fault|warning|status|state|type|count|size|length|name|names|expires|expiry|expired|expiration|ttl|at|url|uri|endpoint|host|required|enabled|disabled|valid|invalid|method|methods|mode|algorithm|alg|provider|manager|backend|db|cache|queue|worker|gateway|proxy|check|health|service|server|store|limit|version|timeout|duration|policy|level|message|reason|latency|ms|seconds|authenticate|used|present|java|php|py|js|mjs|ts|tsx|jsx|rb|go|cs|kt|scala|rs|ex|cpp)$|^access_control_/;

/**
 * Names that are also used for ordinary values. Only a value that looks random is treated as a secret (gitleaks,
 * `generic-api-key`).
 */
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

/**
 * Returns true if the value contains a run of letters and digits that looks generated, as names of files and paths do
 * not.
 */
function looksRandom(value: string): boolean {
  if (!/^["']?[\w+/=~-]{16,}["']?$/.test(value)) return false;
  const [run = ""] = longEnough.exec(value) ?? [];
  return /\d/.test(run) && /[A-Za-z]/.test(run) && entropyOf(run) >= 3.5;
}

const states =
  /^["']?(?:ok(?:ay)?|up|down|true|false|null|none|nil|yes|no|on|off|(?:un)?healthy|degraded|(?:un)?available|(?:un)?reachable|(?:dis)?connected|(?:connection )?refused|timeout|timed out|missing|(?:in)?valid|expired|required|denied|failed|failing|failure|pass(?:ed|ing)?|fail|error|warn(?:ing)?|unknown|(?:dis|en)abled|(?:in)?active|revoked|rejected|unauthori[sz]ed|forbidden|not[ _](?:found|set|ready)|unset|empty|undefined|bearer|basic|stale|pending|ready|start(?:ed|ing)|stopp(?:ed|ing)|running|\d{1,3})["']?$/i;

/** Matches at least three words separated by blanks, except HTTP credentials, which start with their scheme. */
const prose =
  /^["']?(?!(?:bearer|basic|digest|negotiate|token|apikey)\b)[\p{L}’']+[,:;]?(?: [\p{L}\d.,:;’'()/_-]+){2,}/iu;

const isProse = (value: string): boolean => prose.test(value) && !value.slice(0, 1000).split(/[ ,;]/).some(looksRandom);

/** Returns true if a header, member or field with this name contains a secret, whatever its value. */
export function isSecretFieldName(name: string): boolean {
  const words = wordsOf(name.slice(0, 200));
  return (strong.test(words) || weak.test(words)) && !about.test(words);
}

/** Returns true if this name and value are a secret. “auth: down” describes a problem, and a `key` may be a table's. */
export function isSecretFieldWithValue(name: string, value: string): boolean {
  const words = wordsOf(name.slice(0, 200));
  if (about.test(words)) return (strong.test(words) || weak.test(words)) && looksRandom(value);
  if (strong.test(words)) return /\d/.test(value) || !states.test(value);
  if (weak.test(words)) return !states.test(value) && !isProse(value);
  return soft.test(words) && !harmlessKey.test(words) && looksRandom(value);
}
