import { languages } from '../../src-shared/language.ts'
import { optionMistake } from '../../src-shared/option-mistake.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { addressProblem } from '../../src-shared/service-address.ts'
import type { TransitConfig } from '../vault/transit-key-service.ts'
import { readListening, type WebhookListening } from '../webhooks/listening.ts'
import { parseOptions } from './options.ts'
import { readServeConfig, type ServeConfig } from './serve-config.ts'

/** Location of the data, and its keys. */
export interface DataConfig {
  /** Directory of all data; with `databaseUrl` only of the keys and the environment mark. */
  readonly dataDirectory: string
  /** A PostgreSQL connection string (DATABASE_URL); absent: SQLite in the data directory. */
  readonly databaseUrl?: string
  /** COUNTERTOP_VAULT_KEY; without it the vault's key is a file in the data directory. */
  readonly vaultKeys: string | undefined
  /**
   * COUNTERTOP_TRANSIT_URL, _KEY, _TOKEN_FILE and _MOUNT: the key service that wraps the vault's data keys instead of those
   * keys.
   */
  readonly transit?: TransitConfig
}

export interface Config extends DataConfig, ServeConfig {
  readonly logLevel: LogLevel
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Command =
  | { readonly name: 'serve'; readonly config: Config }
  | { readonly name: 'rotate_terminal_key'; readonly data: DataConfig; readonly logLevel: LogLevel }
  | {
      readonly name: 'move_to_postgres'
      readonly config: Pick<DataConfig, 'dataDirectory'> & { readonly databaseUrl: string }
    }
  | { readonly name: 'listen'; readonly listening: WebhookListening }
  | { readonly name: 'print_openapi' }
  | { readonly name: 'write_reference'; readonly folder: string }
  | { readonly name: 'help' }

export const helpText = `Countertop's payments and terminal service.

  --port N          port to listen on; 0 chooses a free port (default 8080)
  --host HOST       address to listen on (default 127.0.0.1)
  --data DIR        folder for all data of the service (default ./data)
  --sandbox         training mode: creates a merchant with keys and adds the /sandbox operations; a data folder that was
                    used for training cannot be used for anything else
  --currency CODE   currency of the sandbox's merchant: USD (default) or CAD; a data folder keeps its first currency
  --play-money      without --sandbox: allows a bank that moves no money
  --processor NAME  sandbox (default); harsh: a bank that loses, delays and duplicates messages; harsh-terminals: the
                    same, with terminals that authorize by themselves (docs/sandbox.md)
  --bank-delay MS   response time of a bank that moves no money (0 to 20000; default 150, typical for a counter)
  --rate-limit N    requests per second and key, or "off" (default 100; off with --exit-with-parent)
  --check-replies   checks every response against the contract (development)
  --confirm-clock   after the service was stopped for more than 3 days: confirms that the computer's clock is right
  --claim-keys FILE  keys of terminal makers, whose claim codes prove who has a terminal (docs/terminals.md)
  --trusted-proxy CIDR[,CIDR]  proxies whose Forwarded or X-Forwarded-For header names the client (docs/security.md)
  --public-url URL  public address of the service, for the links that payers receive (default: the address it listens
                    on; then a receipt by text message has no link, and payment links are sent in training only)
  --node-url URL    address at which the other services on the same PostgreSQL reach this one, such as
                    http://10.0.0.1:8080: each of them then serves every terminal, no matter which one the terminal is
                    connected to (docs/guides/operator.md)
  --applications-url [PARTNER=]URL  address of the hosted application forms, for one partner on its own domain or for
                    all (may be repeated; default: as --public-url)
  --checkout-days N  maximum lifetime of a checkout session, in days (1 to 365; default 30)
  --private-webhooks  allows webhooks to private addresses and over http (development)
  --exit-with-parent  exits when standard input closes
  --print-openapi   prints the OpenAPI document and exits
  --write-reference DIR  writes openapi.json, postman.json, errors.md and webhooks.json to DIR and exits
  --help            prints this help

  rotate-terminal-key  with --data only: creates a new key for the terminals, signed with the old one, and exits.
                    Activated terminals receive it at their next connection. With SQLite, stop the service first.

  move-to-postgres  with --data only: copies the data from SQLite to the empty PostgreSQL database in DATABASE_URL,
                    compares both, and exits. Stop the service first, and start it with DATABASE_URL from then on. If
                    the copy is interrupted, run it again (docs/guides/operator.md)

  webhooks listen --forward URL [--service URL]  forwards the events of a running service to URL, signed like webhooks,
                    for a developer without a public address; reads the key from COUNTERTOP_PRIVATE_KEY

Environment: DATABASE_URL (postgresql://user:password@host:port/database; default: SQLite in --data),
LOG_LEVEL (${logLevels.join(', ')}; default info), COUNTERTOP_PRIVATE_KEY (a key of the level tenant_admin for this
launch), COUNTERTOP_VAULT_KEY (32 bytes in base64; to rotate, put a new key in front), COUNTERTOP_TRANSIT_URL,
COUNTERTOP_TRANSIT_KEY, COUNTERTOP_TRANSIT_TOKEN_FILE and COUNTERTOP_TRANSIT_MOUNT (a transit engine that wraps the
vault's keys: docs/security.md),
SMTP_URL (smtps://user:password@host; without it, no e-mail is sent), MAIL_FROM (sender address of e-mail), and for text
messages TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN (or TWILIO_API_KEY and TWILIO_API_SECRET) and SMS_FROM.
MESSAGE_LANGUAGE (${languages.join(', ')}; default en): language of messages to customers whose language is unknown.
When the service is ready, it prints one line of JSON on standard output; its log goes to standard error.
`

/** Reads the command line and the environment. @returns the command, or an error message of one sentence. */
export function readCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Result<Command, string> {
  let parsed: ReturnType<typeof parseOptions>
  try {
    parsed = parseOptions(args)
  } catch (error) {
    return err(optionMistake(error))
  }
  const { values, positionals } = parsed
  if (values.help) return ok({ name: 'help' })
  if (values['print-openapi']) return ok({ name: 'print_openapi' })
  const folder = values['write-reference']
  if (folder !== undefined) return ok({ name: 'write_reference', folder })
  if (positionals.join(' ') === 'webhooks listen') {
    const listening = readListening(values, environment)
    return listening.ok ? ok({ name: 'listen', listening: listening.value }) : listening
  }
  const databaseUrl = environment.DATABASE_URL || null
  if (databaseUrl !== null && !isPostgresUrl(databaseUrl)) {
    // The value is not shown, because it contains a password.
    return err(
      'DATABASE_URL must be a URL such as postgresql://user:password@host:5432/database, with special characters in the password percent-encoded. Unset it to use SQLite in --data.',
    )
  }
  const logLevel = logLevels.find((level) => level === (environment.LOG_LEVEL || 'info'))
  if (logLevel === undefined) return err(`LOG_LEVEL must be one of ${logLevels.join(', ')}`)
  const transit = readTransitConfig(environment)
  if (!transit.ok) return transit
  const data: DataConfig = {
    dataDirectory: values.data,
    ...(databaseUrl === null ? {} : { databaseUrl }),
    vaultKeys: environment.COUNTERTOP_VAULT_KEY,
    ...(transit.value === null ? {} : { transit: transit.value }),
  }
  const [word, ...others] = positionals
  if (word === 'rotate-terminal-key' && others.length === 0) {
    return ok({ name: 'rotate_terminal_key', data, logLevel })
  }
  if (word === 'move-to-postgres' && others.length === 0) {
    if (databaseUrl === null) {
      return err(
        'move-to-postgres needs the address of an empty PostgreSQL database in DATABASE_URL, such as postgresql://user:password@host:5432/database',
      )
    }
    return ok({ name: 'move_to_postgres', config: { dataDirectory: values.data, databaseUrl } })
  }
  if (word !== undefined) {
    return err(
      `the commands are rotate-terminal-key, move-to-postgres and webhooks listen, not ${positionals.join(' ')}`,
    )
  }
  const config = readServeConfig(values, environment)
  if (!config.ok) return config
  return ok({ name: 'serve', config: { ...config.value, ...data, logLevel } })
}

/** Requires all three variables, or none; the mount has a default. */
function readTransitConfig(environment: NodeJS.ProcessEnv): Result<TransitConfig | null, string> {
  const url = environment.COUNTERTOP_TRANSIT_URL || null
  const key = environment.COUNTERTOP_TRANSIT_KEY || null
  const tokenFile = environment.COUNTERTOP_TRANSIT_TOKEN_FILE || null
  if (url === null && key === null && tokenFile === null) return ok(null)
  if (url === null || key === null || tokenFile === null) {
    return err(
      'COUNTERTOP_TRANSIT_URL, COUNTERTOP_TRANSIT_KEY and COUNTERTOP_TRANSIT_TOKEN_FILE must be set together',
    )
  }
  const problem = addressProblem(url)
  if (problem !== null) return err(`COUNTERTOP_TRANSIT_URL: ${problem}`)
  const mount = environment.COUNTERTOP_TRANSIT_MOUNT
  return ok({ url, key, tokenFile, ...(mount ? { mount } : {}) })
}

function isPostgresUrl(text: string): boolean {
  try {
    const { protocol, hostname } = new URL(text)
    return (protocol === 'postgresql:' || protocol === 'postgres:') && hostname !== ''
  } catch {
    return false
  }
}
