import type { BlockList } from 'node:net'
import { type Currency, currencies, knownCurrency } from '../../src-shared/currency.ts'
import { type Language, languages } from '../../src-shared/language.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { addressProblem } from '../../src-shared/service-address.ts'
import { type ApplicationsUrls, readApplicationsUrls } from '../boarding/applications-url.ts'
import { readTrustedProxies } from '../http/client-address.ts'
import { type MailConfig, readMailConfig } from '../mail/mail-config.ts'
import { isPlayMoney, type ProcessorName, processorNames } from '../processor/open-processor.ts'
import { readSmsConfig, type TwilioAccount } from '../sms/sms-config.ts'
import { defined } from '../with-fields.ts'
import type { OptionValues } from './options.ts'

const standaloneRateLimit = 100
/** Below the time limit of the processor, after which an answer counts as lost. */
const longestBankDelayMs = 20_000

type Read<Value> = Result<Value, string>
type Environment = Readonly<Record<string, string | undefined>>

/** What a service that runs is told, apart from its data and its log. */
export interface ServeConfig {
  /** 0 selects a free port. */
  readonly port: number
  readonly host: string
  readonly sandbox: boolean
  /** Currency of the sandbox's merchant; absent: as in its data, US dollars at the first start. */
  readonly currency?: Currency
  /** Delay of a bank that moves no money, in ms; default 150. */
  readonly bankDelayMs?: number
  /** The processor for payments; default: the sandbox's own bank. */
  readonly processor?: ProcessorName
  /** Confirms that the computer's time is right, however long the service was stopped (verified-time.ts). */
  readonly confirmClock?: boolean
  /** File with the keys by which manufacturers print claim codes on terminals (terminals/activation/claim-codes.ts). */
  readonly claimKeys?: string
  /** Proxies that are trusted to report the client's address. */
  readonly trustedProxies?: BlockList
  /** URL at which payers and merchants' pages reach the service; default: where it listens. */
  readonly publicUrl?: string
  /** URL at which other nodes on the same database reach this one; absent: they cannot (terminals/nodes). */
  readonly nodeUrl?: string
  /** URLs of forms for applicants and contractors, on partners' own domains; default: as for payers. */
  readonly applicationsUrls?: ApplicationsUrls
  /** Maximum lifetime of a checkout session, in days. */
  readonly checkoutDays?: number
  /** Whether webhooks may use private addresses and http. */
  readonly privateWebhooks?: boolean
  /** Requests per second and key; null: unlimited. */
  readonly rateLimit: number | null
  /** Whether answers are checked against the contract before they are sent. */
  readonly checkReplies: boolean
  /** Whether to end when standard input closes, that is when the parent process is gone. */
  readonly exitWithParent: boolean
  /** A tenant_admin key for this launch only, never stored (COUNTERTOP_PRIVATE_KEY). */
  readonly privateKey: string | null
  /** SMTP_URL and MAIL_FROM; absent: as if neither were set. */
  readonly mail?: MailConfig
  /** TWILIO_… and SMS_FROM; absent: no text messages are sent. */
  readonly sms?: TwilioAccount
  /** MESSAGE_LANGUAGE: language of messages to customers whose language is unknown; default English. */
  readonly language?: Language
}

/** Reads the options of a service that runs. @returns an error message of one sentence for the first wrong one */
export function readServeConfig(values: OptionValues, environment: Environment): Read<ServeConfig> {
  const embedded = values['exit-with-parent']
  const read = allOf({
    port: portOf(values.port),
    processor: processorOf(values.processor),
    currency: ifGiven(values.currency, (text) => currencyOf(text, values.sandbox)),
    bankDelayMs: ifGiven(values['bank-delay'], bankDelayOf),
    rateLimit: rateLimitOf(values['rate-limit'] ?? (embedded ? 'off' : String(standaloneRateLimit))),
    trustedProxies: ifGiven(values['trusted-proxy'], readTrustedProxies),
    publicUrl: ifGiven(values['public-url'], (text) => readPublicUrl(text, '--public-url')),
    nodeUrl: ifGiven(values['node-url'], (text) => readNodeUrl(text, environment.DATABASE_URL || null)),
    applicationsUrls: ifGiven(values['applications-url'], (texts) =>
      readApplicationsUrls(texts, (text) => readPublicUrl(text, '--applications-url')),
    ),
    checkoutDays: ifGiven(values['checkout-days'], checkoutDaysOf),
    privateKey: privateKeyOf(environment.COUNTERTOP_PRIVATE_KEY || null),
    mail: readMailConfig(environment),
    sms: readSmsConfig(environment),
    language: languageOf(environment.MESSAGE_LANGUAGE || 'en'),
  })
  if (!read.ok) return read
  const { port, processor, rateLimit, privateKey, sms, ...others } = read.value
  const { sandbox } = values
  if (!sandbox && !values['play-money'] && isPlayMoney(processor)) {
    return err(
      `payments would go to the bank "${processor}", which moves no money. Add --sandbox for training, name the processor of the business with --processor, or add --play-money to use play money`,
    )
  }
  return ok({
    ...{ port, host: values.host, sandbox, processor, rateLimit, privateKey },
    ...{ checkReplies: values['check-replies'], exitWithParent: embedded },
    ...defined(others),
    ...(sms === null ? {} : { sms }),
    ...(values['claim-keys'] === undefined ? {} : { claimKeys: values['claim-keys'] }),
    ...(values['confirm-clock'] ? { confirmClock: true } : {}),
    ...(values['private-webhooks'] ? { privateWebhooks: true } : {}),
  })
}

/** Returns the values of all, or the first error. */
function allOf<Values extends object>(
  read: {
    readonly [Name in keyof Values]: Read<Values[Name]>
  },
): Read<Values> {
  const values: [string, unknown][] = []
  for (const [name, one] of Object.entries<Read<unknown>>(read)) {
    if (!one.ok) return one
    values.push([name, one.value])
  }
  return ok(Object.fromEntries(values) as Values)
}

const ifGiven = <Given, Value>(
  given: Given | undefined,
  read: (given: Given) => Read<Value>,
): Read<Value | undefined> => (given === undefined ? ok(undefined) : read(given))

function portOf(text: string): Read<number> {
  const port = wholeNumber(text, 0, 65_535)
  return port === null ? err(`--port must be a number from 0 to 65535, not ${text}`) : ok(port)
}

function processorOf(text = 'sandbox'): Read<ProcessorName> {
  const processor = processorNames.find((name) => name === text)
  return processor === undefined
    ? err(`--processor must be one of ${processorNames.join(', ')}, not ${text}`)
    : ok(processor)
}

function currencyOf(text: string, isSandbox: boolean): Read<Currency> {
  const currency = knownCurrency(text)
  if (currency === null) return err(`--currency must be one of ${currencies.join(', ')}, not ${text}`)
  return isSandbox
    ? ok(currency)
    : err(
        '--currency sets the currency of the sandbox: add --sandbox. Each account of a business has its own (docs/api/money.md)',
      )
}

function bankDelayOf(text: string): Read<number> {
  const delay = wholeNumber(text, 0, longestBankDelayMs)
  return delay === null
    ? err(`--bank-delay must be a number of milliseconds from 0 to ${longestBankDelayMs}, not ${text}`)
    : ok(delay)
}

function rateLimitOf(text: string): Read<number | null> {
  if (text === 'off') return ok(null)
  const limit = wholeNumber(text, 1, 1_000_000)
  return limit === null ? err(`--rate-limit must be a number or "off", not ${text}`) : ok(limit)
}

function checkoutDaysOf(text: string): Read<number> {
  const days = wholeNumber(text, 1, 365)
  return days === null ? err(`--checkout-days must be 1 to 365, not ${text}`) : ok(days)
}

const privateKeyOf = (key: string | null): Read<string | null> =>
  key === null || /^sk_[\w-]{32,}$/.test(key)
    ? ok(key)
    : err('COUNTERTOP_PRIVATE_KEY must be sk_ and at least 32 letters, digits, - or _')

function languageOf(text: string): Read<Language> {
  const language = languages.find((known) => known === text)
  return language === undefined
    ? err(`MESSAGE_LANGUAGE must be one of ${languages.join(', ')}`)
    : ok(language)
}

/** @returns the URL without a trailing slash, so that paths can be appended */
function readPublicUrl(text: string, option: string): Result<string, string> {
  const problem = addressProblem(text)
  if (problem !== null) return err(`${option}: ${problem}`)
  const { origin, pathname, href } = new URL(text)
  if (href !== `${origin}${pathname}`)
    return err(`${option} must be an address with an optional path and nothing else`)
  return ok(`${origin}${pathname.replace(/\/+$/, '')}`)
}

/** Allows http, because services in one private network, like the load balancer, reach each other directly. */
function readNodeUrl(text: string, databaseUrl: string | null): Result<string, string> {
  if (databaseUrl === null) {
    return err('--node-url needs a PostgreSQL database that the services share: set DATABASE_URL, too')
  }
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin) return err(`--node-url must be an address such as http://10.0.0.1:8080, not ${text}`)
  return ok(url.origin)
}

function wholeNumber(text: string, least: number, most: number): number | null {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}
