import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { maskPhone } from './phone-number.ts'
import { type Posted, postForm } from './post-form.ts'
import { isMessagingService, type TwilioAccount } from './sms-config.ts'
import { type SmsDelivery, type SmsSender, smsLimitMs } from './sms-sender.ts'
import { twilioReason } from './twilio-errors.ts'

/** What is read of a message resource. */
const messageSchema = z.object({
  sid: z.string().regex(/^[SM]M[0-9a-fA-F]{32}$/),
  status: z.string(),
  error_code: z.number().int().nullish(),
})
/** Of an error only the code is read: its message repeats the number. */
const errorSchema = z.object({ code: z.number().int() })

/** What a message may be from its beginning, and never was sent. */
const lostStatuses = ['failed', 'undelivered', 'canceled']

/** After a 429 without Retry-After, and after a connection that was not made, ms. */
const pauseMs = 1_000
const maximumTries = 3

type Try = SmsDelivery | { readonly outcome: 'try_again'; readonly afterMs: number; readonly reason: string }

/**
 * Sends by Twilio's Messages API. It knows no idempotency key, so that a message is handed in again only when the last
 * time it was certainly not taken: no connection was made, or the answer was 429, which "is never processed and is
 * always safe to retry" (Twilio, error 20429). After anything else the outcome is `unknown`.
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
      const until = clock.now() + smsLimitMs
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
          if (count === maximumTries || clock.now() + afterMs >= until) return { outcome: 'failed', reason }
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
      return { outcome: 'unknown', reason: 'the SMS provider had the request and has not answered it' }
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
    if (!message.success)
      return { outcome: 'unknown', reason: 'the SMS provider gave no answer that is known' }
    if (!lostStatuses.includes(message.data.status)) return { outcome: 'sent' }
    return { outcome: 'failed', reason: twilioReason(message.data.error_code ?? null, status) }
  }
  // Only a client error says that nothing was begun: behind a 5xx (or a redirect) the message may be under way.
  if (status >= 400 && status < 500 && status !== 408) return { outcome: 'failed', reason }
  return { outcome: 'unknown', reason: `the SMS provider had a fault of its own (HTTP ${status})` }
}

/** For the log: neither number, text, sign-in nor the words of the provider. */
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
