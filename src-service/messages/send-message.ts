import type { ServiceError } from '../../src-shared/api/errors.ts'
import { maybeSent } from '../../src-shared/api/maybe-sent.ts'
import type { SendReply } from '../../src-shared/api/schemas/message.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { inProgress, runClaimed, runDecision, type SavedAnswer } from '../commit.ts'
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

/** What is ready to go. Nothing has been written down yet. */
export interface Prepared extends Pick<MessageSubject, 'subjectId' | 'subject'> {
  /** Hands it over; never rejects. */
  readonly send: () => Promise<Sent>
  /** What becomes true with a message that was sent, or may have been: written in the commit of its outcome. */
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
  /** Why it is not sent, before anything was. */
  readonly prepare: () => Promise<Result<Prepared, ServiceError>>
}

/** Longer than any message is handed over (mailer.ts, sms-sender.ts); who is not done by then is not at work on it. */
const sendingMs = 30_000

/**
 * Sends one message, and never a second one for the same idempotency key: the key is bound to the message in the commit
 * that counts it, before it leaves. A service that ends in between leaves it `sending`, and a repeat is told that it may
 * have been sent.
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
  // It is done all the same, and the caller must know. The key stays bound: a repeat sends nothing.
  return ok(reply)
}

const nothing = { writes: [], events: [] } as const

const boundTo = (subjectId: string, messageId: string): string => `${subjectId} ${messageId}`

/** The first request has not saved its answer: it is still at it, or its service has ended. */
async function answerAgain(
  { store, clock }: SendServices,
  { accountId }: MessageRequest,
  bound: string,
): Promise<Result<SendReply, ServiceError>> {
  const [subjectId = '', messageId] = bound.split(' ')
  const row = await store.get<MessageLog>('message_log', accountId, subjectId)
  const entry = row?.document.entries.find(({ id }) => id === messageId)
  // Its answer is saved by now, or about to be.
  if (entry !== undefined && (entry.outcome !== 'sending' || entry.at > clock.verified() - sendingMs)) {
    return err(inProgress())
  }
  return ok({
    success: false,
    message: `The message ${maybeSent}: the service ended, or could not write, while it was at it. Nothing was sent again. Ask before you send it with another key.`,
  })
}
