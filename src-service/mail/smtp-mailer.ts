import { PassThrough } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Log } from '../log.ts'
import type { Clock } from '../time/clock.ts'
import type { SmtpServer } from './mail-config.ts'
import { deliveryLimitMs, type Mail, type Mailer, type RefusedAddress } from './mailer.ts'
import { oneLine } from './one-line.ts'

/** Timeout of each step, in ms, so that the reported reason is that of the step. */
const limits = { dnsTimeout: 3_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }

/** Sends mails to an SMTP server over pooled connections. */
export function createSmtpMailer(
  server: SmtpServer,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Mailer {
  const transport = createTransport({
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requireTls,
    ignoreTLS: server.ignoreTls,
    tls: { rejectUnauthorized: server.checkCertificate },
    ...(server.auth === null ? {} : { auth: { ...server.auth } }),
    ...limits,
    maxConnections: 5,
    // If the server closes the connection, try only once more.
    maxRequeues: 1,
    // A message contains only what is passed in here, never files or URLs that it names.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The pool also reports broken connections here. A send that uses one fails by itself.
  transport.on('error', (error: Error) => log.warn(factsOf(error), 'mail.connection_failed'))

  // The last stream of a message is read only after the server has asked for the data.
  const bodies = new WeakMap<object, PassThrough>()
  transport.use('stream', ({ data, message }, done) => {
    const body = new PassThrough()
    bodies.set(data.headers as object, body)
    message.processFunc((input) => input.pipe(body))
    done()
  })

  return {
    async send(mail) {
      const message = messageOf(mail)
      const abort = new AbortController()
      const callOff = clock.after(deliveryLimitMs, () => abort.abort())
      try {
        const { accepted, rejected, rejectedErrors } = await transport.sendMail({
          ...message,
          signal: abort.signal,
        })
        log.info({ account_id: mail.accountId, accepted: accepted.length }, 'mail.sent')
        const refused = (rejected ?? []).map((address): RefusedAddress => {
          const why = rejectedErrors?.find(({ recipient }) => recipient === address)
          return { address, reason: oneLine(why?.response ?? 'refused') }
        })
        return { outcome: 'sent', refused }
      } catch (error) {
        log.warn({ account_id: mail.accountId, ...factsOf(error) }, 'mail.failed')
        const isLate = abort.signal.aborted
        const isRead = bodies.get(message.headers)?.readableDidRead === true
        if (isRead && (isLate || faultOf(error).response === undefined)) {
          return { outcome: 'unknown', reason: isLate ? tooLate : cutOff }
        }
        return { outcome: 'failed', reason: isLate ? noAnswer : reasonOf(error) }
      } finally {
        callOff()
      }
    },
    close: () => transport.close(),
  }
}

/** Addresses are passed as objects, so that they are not parsed as lists, names or groups. */
const messageOf = (mail: Mail) => ({
  from: mail.from,
  to: [{ name: '', address: mail.to }],
  cc: mail.cc.map((address) => ({ name: '', address })),
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  // RFC 3834: prevents automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated' },
})

const tooLate = `the mail server did not confirm it within ${deliveryLimitMs / 1000} seconds`
const cutOff = 'the connection to the mail server was lost before it confirmed'
const noAnswer = 'the mail server did not answer in time'

interface SmtpFault {
  readonly code?: string
  readonly response?: string
  readonly responseCode?: number
}

const faultOf = (error: unknown): SmtpFault =>
  typeof error === 'object' && error !== null ? (error as SmtpFault) : {}

/** Returns the reason for the caller. Contains the server's text only about the message, not about our sign-in. */
function reasonOf(error: unknown): string {
  const { code, response } = faultOf(error)
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return 'the mail server did not accept the credentials of this service'
    case 'ETLS':
      return 'no secure connection to the mail server could be established'
    case 'ETIMEDOUT':
      return noAnswer
    case 'EDNS':
    case 'ESOCKET':
    case 'ECONNECTION':
    case 'ECONNREFUSED':
      return 'the mail server could not be reached'
    default:
      return response === undefined
        ? 'the mail server did not accept it'
        : `the mail server refused it: ${oneLine(response)}`
  }
}

/** Returns facts for the operator's log, without the text of the mail and the password. */
function factsOf(error: unknown): object {
  const { code, response, responseCode } = faultOf(error)
  const detail = response ?? (error instanceof Error ? error.message : String(error))
  return { code, response_code: responseCode, detail: oneLine(detail) }
}
