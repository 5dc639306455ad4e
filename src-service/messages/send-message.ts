import type { ServiceError } from '../../src-shared/api/errors.ts'
import { maybeSent } from '../../src-shared/api/maybe-sent.ts'
import type { SendReply } from '../../src-shared/api/schemas/message.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { inProgress, runDecision, type SavedAnswer } from '../commit.ts'
import { runClaimed } from '../idempotency/keyed-work.ts'
import type { Services } from '../services.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import type { Decided } from '../use-case.ts'
import {
  decideBeginMessage,
  type MessageLog,
  type MessageOutcome,
  type MessageSubject,
  recorded,
} from './message-log.ts'

type SendServices = Pick<Services, 'store' | 'clock' | 'newId' | 'log'>

/** A message that is ready to be sent. Nothing has been stored yet. */
export interface Prepared extends Pick<MessageSubject, 'subjectId' | 'subject'> {
  /** Hands the message over; never rejects. */
  readonly send: () => Promise<Sent>
  /** Changes that follow from a message that was, or may have been, sent. Written in the commit of its outcome. */
  readonly follow?: (
    outcome: Exclude<MessageOutcome, 'failed'>,
  ) => Promise<Pick<Decided<never>, 'writes' | 'events'>>
}

export interface Sent {
  readonly outcome: MessageOutcome
  readonly reply: SendReply
}

export interface MessageRequest {
  readonly accountId: string
  readonly idempotency: IdempotencyClaim | null
  /** Prepares the message, or returns why it cannot be sent. */
  readonly prepare: () => Promise<Result<Prepared, ServiceError>>
}

/** Longer than handing over a message takes, in ms (mailer.ts, sms-sender.ts). After this the request is dead. */
const sendingMs = 30_000

/**
 * Sends one message, and never a second one for the same idempotency key. The commit that counts the message binds the
 * key to it, before it is sent. If the service ends in between, the entry stays `sending`, and a repeat is answered
 * that the message may have been sent.
 */
export const sendMessage = (
  services: SendServices,
  request: MessageRequest,
): Promise<Result<SendReply | SavedAnswer, ServiceError>> =>
  runClaimed(
    services,
    request.idempotency,
    () => send(services, request),
    (bound) => answerAgain(services, request, bound),
  )

async function send(
  services: SendServices,
  { accountId, idempotency, prepare }: MessageRequest,
): Promise<Result<SendReply | SavedAnswer, ServiceError>> {
  const { store, log } = services
  const prepared = await prepare()
  if (!prepared.ok) return prepared
  const { subjectId, subject, follow } = prepared.value
  const messageId = services.newId('message')
  const loadLog = () => store.get<MessageLog>('message_log', accountId, subjectId)
  const begun = await runDecision(services, {
    load: async () => ok(await loadLog()),
    decide: (row, context) => decideBeginMessage(row, { accountId, subjectId, messageId, subject }, context),
    binds: { claim: idempotency, id: boundTo(subjectId, messageId) },
  })
  if (!begun.ok) return begun
  const { outcome, reply } = await prepared.value.send()
  try {
    const saved = await runDecision(services, {
      load: async () => {
        const row = await loadLog()
        if (row === null) throw new Error(`the log of what was sent about ${subjectId} is gone`)
        return ok({ row, followed: outcome === 'failed' ? undefined : await follow?.(outcome) })
      },
      decide: ({ row, followed = nothing }, { now }) =>
        ok({
          writes: [recorded(row, messageId, outcome, now), ...followed.writes],
          events: followed.events,
          reply,
        }),
      idempotency,
    })
    if (saved.ok) return saved
    log.error({ id: messageId, outcome, code: saved.error.code }, 'message.outcome_not_saved')
  } catch (error) {
    log.error({ id: messageId, outcome, err: error }, 'message.outcome_not_saved')
  }
  // The message was handed over anyway, and the caller must know. The key stays bound: a repeat sends nothing.
  return ok(reply)
}

const nothing = { writes: [], events: [] } as const

const boundTo = (subjectId: string, messageId: string): string => `${subjectId} ${messageId}`

/** Answers a repeat whose first request has not saved its reply: it is still running, or its service has ended. */
async function answerAgain(
  { store, clock }: SendServices,
  { accountId }: MessageRequest,
  bound: string,
): Promise<Result<SendReply, ServiceError>> {
  const [subjectId = '', messageId] = bound.split(' ')
  const row = await store.get<MessageLog>('message_log', accountId, subjectId)
  const entry = row?.document.entries.find(({ id }) => id === messageId)
  // The first request has saved its reply by now, or is about to.
  if (entry !== undefined && (entry.outcome !== 'sending' || entry.at > clock.verified() - sendingMs)) {
    return err(inProgress())
  }
  return ok({
    success: false,
    message: `The message ${maybeSent}: the service stopped, or could not save the result, while sending it. It was not sent again. Check whether it arrived before you send it with another key.`,
  })
}
