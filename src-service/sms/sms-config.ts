import { err, ok, type Result } from '../../src-shared/result.ts'
import { addressProblem } from '../../src-shared/service-address.ts'

/** An account at Twilio, or at a provider with the same Messages API. */
export interface TwilioAccount {
  /** Such as https://api.twilio.com. */
  readonly url: string
  readonly accountSid: string
  /** The account's SID and its auth token, or an API key and its secret. */
  readonly user: string
  readonly password: string
  /** A number (E.164), short code or name that messages come from, or a messaging service (MG…) that chooses one. */
  readonly from: string
}

type Environment = Readonly<Record<string, string | undefined>>

const names = [
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_API_KEY',
  'TWILIO_API_SECRET',
  'TWILIO_URL',
  'SMS_FROM',
] as const

/** Replaced by TWILIO_URL for regional and test servers. */
const twilioUrl = 'https://api.twilio.com'

/**
 * Reads TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN (or TWILIO_API_KEY and TWILIO_API_SECRET), SMS_FROM and TWILIO_URL.
 * @returns null if none is set; the error is a sentence without any secret.
 */
export function readSmsConfig(environment: Environment): Result<TwilioAccount | null, string> {
  const given = (name: (typeof names)[number]) => environment[name] || null
  if (names.every((name) => given(name) === null)) return ok(null)
  const accountSid = given('TWILIO_ACCOUNT_SID')
  if (accountSid === null || !/^AC[0-9a-fA-F]{32}$/.test(accountSid)) {
    return err('TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits, as the Twilio console shows it')
  }
  const from = given('SMS_FROM')
  if (from === null || !isSender(from)) {
    return err(
      'SMS_FROM must be the number that text messages come from, such as +15550100100, a short code, a name of up to 11 letters and digits, or the SID of a messaging service (MG…)',
    )
  }
  const url = (given('TWILIO_URL') ?? twilioUrl).replace(/\/+$/, '')
  const problem = addressProblem(url)
  if (problem !== null) return err(`TWILIO_URL: ${problem}`)
  const signIn = signInOf(accountSid, given)
  return signIn === null
    ? err('Set either TWILIO_AUTH_TOKEN, or both TWILIO_API_KEY (SK…) and TWILIO_API_SECRET')
    : ok({ url, accountSid, from, ...signIn })
}

function signInOf(
  accountSid: string,
  given: (name: (typeof names)[number]) => string | null,
): Pick<TwilioAccount, 'user' | 'password'> | null {
  const [token, key, secret] = [
    given('TWILIO_AUTH_TOKEN'),
    given('TWILIO_API_KEY'),
    given('TWILIO_API_SECRET'),
  ]
  if (token !== null) return key === null && secret === null ? { user: accountSid, password: token } : null
  if (key === null || secret === null || !/^SK[0-9a-fA-F]{32}$/.test(key)) return null
  return { user: key, password: secret }
}

export const isMessagingService = (from: string): boolean => /^MG[0-9a-fA-F]{32}$/.test(from)

/** A number, a short code, or an alphanumeric sender, which needs a letter. */
const isSender = (from: string): boolean =>
  isMessagingService(from) ||
  /^\+[1-9]\d{1,14}$/.test(from) ||
  /^\d{3,8}$/.test(from) ||
  /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/.test(from)
