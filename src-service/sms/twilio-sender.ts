import { z } from 'zod'
import type { Log } from '../log.ts'
import type { Clock } from '../time/clock.ts'
import { maskPhone } from './phone-number.ts'
import { type Posted, postForm } from './post-form.ts'
import { isMessagingService, type TwilioAccount } from './sms-config.ts'
import { type SmsDelivery, type SmsSender, smsLimitMs } from './sms-sender.ts'
import { twilioReason } from './twilio-errors.ts'

/** The fields that are read of a message resource. */
const messageSchema = z.object({
  sid: z.string().regex(/^[SM]M[0-9a-fA-F]{32}$/),
  status: z.string(),
  error_code: z.number().int().nullish(),
})
/** Only the code of an error is read, because its message repeats the number. */
const errorSchema = z.object({ code: z.number().int() })

/** Statuses of a message that was not sent, which it may have in the first response. */
const lostStatuses = ['failed', 'undelivered', 'canceled']

/** Pause after a 429 without Retry-After, and after a failed connection, in ms. */
const pauseMs = 1_000
const maximumTries = 3

type Try = SmsDelivery | { readonly outcome: 'try_again'; readonly afterMs: number; readonly reason: string }

/**
 * Sends with Twilio's Messages API, which has no idempotency key. A message is sent again only if it was certainly not
 * accepted the last time: no connection was made, or the response was 429, which "is never processed and is always safe
 * to retry" (Twilio, error 20429). Without a clear response the outcome is `unknown`.
 */
export function createTwilioSender(
  account: TwilioAccount,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): SmsSender {
  const url = new URL(`${account.url}/2010-04-01/Accounts/${account.accountSid}/Messages.json`)
  const authorization = `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`
  const sender = isMessagingService(account.from)
    ? { MessagingServiceSid: account.from }
    : { From: account.from }
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

  return {
    async send({ accountId, to, text }) {
      const abort = new AbortController()
      const callOff = clock.after(smsLimitMs, () => abort.abort())
      const until = clock.steady() + smsLimitMs
      const facts = { account_id: accountId, to: maskPhone(to) }
      try {
        for (let count = 1; ; count += 1) {
          const form = new URLSearchParams({ ...sender, To: to, Body: text })
          const posted = await postForm(url, { authorization, form, signal: abort.signal })
          const tried = deliveryOf(posted)
          log[tried.outcome === 'sent' ? 'info' : 'warn'](
            { ...facts, ...factsOf(posted), count },
            `sms.${tried.outcome}`,
          )
          if (tried.outcome !== 'try_again') return tried
          const { reason, afterMs } = tried
          if (count === maximumTries || clock.steady() + afterMs >= until)
            return { outcome: 'failed', reason }
          await pause(afterMs)
        }
      } finally {
        callOff()
      }
    },
  }
}

function deliveryOf(posted: Posted): Try {
  switch (posted.outcome) {
    case 'not_connected':
      return { outcome: 'try_again', afterMs: pauseMs, reason: 'the SMS provider could not be reached' }
    case 'no_answer':
      return { outcome: 'unknown', reason: 'the SMS provider received the request but did not answer it' }
    case 'answered':
      return answerOf(posted)
  }
}

function answerOf({ status, retryAfterMs, body }: Extract<Posted, { outcome: 'answered' }>): Try {
  const error = errorSchema.safeParse(body)
  const code = error.success ? error.data.code : null
  const reason = twilioReason(code, status)
  if (status === 429) return { outcome: 'try_again', afterMs: retryAfterMs ?? pauseMs, reason }
  if (status >= 200 && status < 300) {
    const message = messageSchema.safeParse(body)
    if (!message.success) return { outcome: 'unknown', reason: 'the SMS provider gave an unknown answer' }
    if (!lostStatuses.includes(message.data.status)) return { outcome: 'sent' }
    return { outcome: 'failed', reason: twilioReason(message.data.error_code ?? null, status) }
  }
  // Only a client error proves that nothing was begun. After a 5xx (or a redirect) the message may be in progress.
  if (status >= 400 && status < 500 && status !== 408) return { outcome: 'failed', reason }
  return { outcome: 'unknown', reason: `the SMS provider had an internal error (HTTP ${status})` }
}

/** Returns facts for the log, without the number, the text, the credentials and the provider's messages. */
function factsOf(posted: Posted): object {
  if (posted.outcome !== 'answered') return { code: posted.code }
  const message = messageSchema.safeParse(posted.body)
  const error = errorSchema.safeParse(posted.body)
  return {
    http_status: posted.status,
    ...(message.success ? { sid: message.data.sid, message_status: message.data.status } : {}),
    ...(error.success ? { twilio_code: error.data.code } : {}),
  }
}
