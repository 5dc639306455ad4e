import { emailAddressSchema } from '../../src-shared/api/schemas/message.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'

/** The mail server, from SMTP_URL. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (smtps:); else STARTTLS if the server offers it. */
  readonly secure: boolean
  /** Nothing is sent without STARTTLS. */
  readonly requireTls: boolean
  /** STARTTLS is not used even if it is offered. */
  readonly ignoreTls: boolean
  readonly checkCertificate: boolean
  readonly auth: { readonly user: string; readonly pass: string } | null
}

export interface MailConfig {
  /** Null: a sandbox only keeps its mails in the outbox; other services send none. */
  readonly smtp: SmtpServer | null
  /** MAIL_FROM: the address that mails come from. */
  readonly from: string | null
}

const urlHint =
  'SMTP_URL must be a URL such as smtps://user:password@mail.example.com or smtp://mail.example.com:587, with special characters in the password percent-encoded. Options: requireTLS, ignoreTLS, tls.rejectUnauthorized, each true or false.'

/** Reads SMTP_URL and MAIL_FROM. @returns an error sentence without the password that the URL may contain. */
export function readMailConfig(
  environment: Readonly<Record<string, string | undefined>>,
): Result<MailConfig, string> {
  const url = environment.SMTP_URL || null
  const from = environment.MAIL_FROM || null
  if (from !== null && !emailAddressSchema.safeParse(from).success) {
    return err(`MAIL_FROM must be an e-mail address such as receipts@example.com, not ${from}`)
  }
  if (url === null) return ok({ smtp: null, from })
  const smtp = smtpServerOf(url)
  if (smtp === null) return err(urlHint)
  if (from === null) {
    return err(
      'MAIL_FROM must be set when SMTP_URL is: the address that receipts come from, such as receipts@example.com',
    )
  }
  return ok({ smtp, from })
}

const optionNames = ['requireTLS', 'ignoreTLS', 'tls.rejectUnauthorized'] as const

function smtpServerOf(text: string): SmtpServer | null {
  try {
    const url = new URL(text)
    const { protocol, hostname, searchParams } = url
    if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '' || url.hash !== '') return null
    if (url.pathname !== '' && url.pathname !== '/') return null
    for (const [name, value] of searchParams) {
      if (!optionNames.some((known) => known === name) || !/^(true|false)$/.test(value)) return null
    }
    const user = decodeURIComponent(url.username)
    const pass = decodeURIComponent(url.password)
    if (user === '' && pass !== '') return null
    const option = (name: (typeof optionNames)[number]) => searchParams.get(name)
    const secure = protocol === 'smtps:'
    const ignoreTls = option('ignoreTLS') === 'true'
    const requireTls = option('requireTLS') === 'true'
    if (ignoreTls && (requireTls || secure)) return null
    // A password is sent over a network without TLS only if ignoreTLS is true or requireTLS is false.
    const secret = user !== '' && !isThisComputer(hostname) && option('requireTLS') === null
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || (secure ? 465 : 587)),
      secure,
      requireTls: !secure && !ignoreTls && (requireTls || secret),
      ignoreTls,
      checkCertificate: option('tls.rejectUnauthorized') !== 'false',
      auth: user === '' ? null : { user, pass },
    }
  } catch {
    return null
  }
}

const isThisComputer = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
