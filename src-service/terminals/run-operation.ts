import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { OperationName } from '../../src-shared/api/operations.ts'
import type { Signature } from '../../src-shared/api/schemas/payment.ts'
import type { Language } from '../../src-shared/language.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type {
  CommandReply,
  TerminalCommand,
  TerminalCommandName,
} from '../../src-shared/terminal/messages.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { BeginGuard } from '../authorize/begin-guarded.ts'
import type { Caller } from '../caller.ts'
import type { SavedAnswer } from '../commit.ts'
import { answerOnce } from '../idempotency/answer-once.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { CommandNamed, SendFailure } from './link/gateway.ts'
import type { OperationElsewhere } from './nodes/operations-of-nodes.ts'
import { type PromptWords, promptWords } from './prompt-words.ts'
import type { SessionDocument, TerminalRow } from './rows.ts'
import { type RunningOperation, shortName } from './running-operations.ts'
import { signatureFault } from './sale/check-signature.ts'
import { heldBy, sameHolder } from './session/session-holder.ts'
import { requireSession } from './session/sessions.ts'
import { isLinkedNow, ownTerminal } from './terminal-access.ts'
import type { TerminalContext } from './terminal-context.ts'
import { commandFailed, notConnected } from './terminal-errors.ts'

/** The common part of all requests to a terminal. */
export interface TerminalRequest {
  readonly caller: Caller
  readonly sessionKey: string | null
  /** The customer's language. */
  readonly language: Language
  readonly body: { readonly hsn: string; readonly payment_intent_id?: string }
}

/** A terminal during one operation, which has exclusive use of it. */
export interface TerminalRun {
  readonly terminal: TerminalRow
  readonly operation: RunningOperation
  /** The customer's language. */
  readonly language: Language
  /** The service's own texts in that language. */
  readonly words: PromptWords
  /**
   * Sends a command and waits for its result, at most until the transaction's end.
   * @param timeoutMs a shorter limit, in ms
   */
  send<Name extends TerminalCommandName>(
    command: CommandNamed<Name>,
    timeoutMs?: number,
    id?: string,
  ): Promise<Result<CommandReply<Name>, SendFailure>>
  /** Returns a new command id, for a command whose answer is bound to it. */
  newCommandId(): string
  /** Sends a command that only shows something, even after a stop. Never fails the operation. */
  inform(command: CommandNamed<'show_outcome' | 'display' | 'clear'>): Promise<void>
  /** Resolves when the transaction's time is up; never if the operation ends before. */
  readonly timeIsUp: Promise<'time is up'>
  /** When several nodes share a database: writes to add to the commit that starts a payment. */
  readonly guard: BeginGuard
  /** Returns the error for the caller when a command failed before a card went to the processor. */
  refusal(failure: SendFailure): ServiceError
  /** Publishes a step that only the service can know; the terminal reports all others. */
  publishStep(step: Progress): void
}

/** Returns the session and its terminal; shared by every operation that needs x-session-key. */
export async function openTerminal(
  context: TerminalContext,
  caller: Caller,
  hsn: string,
  sessionKey: string | null,
) {
  const terminal = await ownTerminal(context, caller, hsn)
  if (!terminal.ok) return terminal
  const session = await requireSession(context, terminal.value, sessionKey)
  return session.ok ? ok({ terminal: terminal.value, session: session.value }) : session
}

/**
 * Runs an operation on a terminal: once per x-idempotency-key, with a valid session, the link up and no other operation
 * running, for at most 2 min 30 s of the service's clock (section 8).
 * @param resume for a `work` that binds the key: returns the result of what it started
 */
export const runOperation = <Reply extends object>(
  context: TerminalContext,
  name: OperationName,
  request: TerminalRequest & { readonly idempotency: IdempotencyClaim | null },
  work: (run: TerminalRun) => Promise<Result<Reply, ServiceError>>,
  resume?: (id: string) => Promise<Result<Reply, ServiceError>>,
): Promise<Result<Reply | SavedAnswer, ServiceError>> =>
  answerOnce(
    context,
    request.idempotency,
    () => runAlone(context, name, request, work),
    resume === undefined ? {} : { resume },
  )

async function runAlone<Reply>(
  context: TerminalContext,
  name: OperationName,
  { caller, sessionKey, language, body }: TerminalRequest,
  work: (run: TerminalRun) => Promise<Result<Reply, ServiceError>>,
): Promise<Result<Reply, ServiceError>> {
  const { hsn } = body
  const opened = await openTerminal(context, caller, hsn, sessionKey)
  if (!opened.ok) return opened
  const { terminal } = opened.value
  if (!isLinkedNow(context, terminal)) return err(notConnected(hsn))
  const { transactionMs } = context.timings
  const session = opened.value.session.document
  const { clock } = context
  const endsAt = clock.verified() + transactionMs
  const paymentIntentId = body.payment_intent_id ?? null
  const operation = context.running.begin({ hsn, name, paymentIntentId, session, endsAt })
  if (operation === null) return err(busy(context, hsn, context.running.on(hsn), session))
  let onTimeUp = () => {}
  const timeIsUp = new Promise<'time is up'>((resolve) => {
    onTimeUp = () => resolve('time is up')
  })
  const until = clock.steady() + transactionMs
  const stopClock = clock.after(transactionMs, () => {
    context.running.stop(hsn, 'time')
    onTimeUp()
  })
  try {
    return await whileHeld(context, terminal, operation, async (guard) => {
      const run = runOf(context, { terminal, operation, language, timeIsUp, guard, until })
      // Checked again now that a forced connect on any node sees this operation. An earlier one has ended the session,
      // but only one at this node could also stop the operation.
      const still = await requireSession(context, terminal, sessionKey)
      if (still.ok) return work(run)
      return operation.stopCause() === null ? still : err(run.refusal('cancelled_by_service'))
    })
  } finally {
    stopClock()
    context.running.end(operation)
  }
}

/**
 * Changes a terminal's ownership while no operation runs on it and none can start. An open session does not block it.
 */
export async function whileIdle<Reply>(
  context: TerminalContext,
  name: OperationName,
  { caller, hsn }: { readonly caller: Caller; readonly hsn: string },
  work: (terminal: TerminalRow) => Promise<Result<Reply, ServiceError>>,
): Promise<Result<Reply, ServiceError>> {
  const terminal = await ownTerminal(context, caller, hsn)
  if (!terminal.ok) return terminal
  const now = context.clock.verified()
  const endsAt = now + context.timings.answerMs
  const session = { session_id: '', hsn, key_hash: '', client: null, since: now, expires_at: endsAt }
  const operation = context.running.begin({ hsn, name, paymentIntentId: null, session, endsAt })
  if (operation === null) return err(busy(context, hsn, context.running.on(hsn), session))
  try {
    return await whileHeld(context, terminal.value, operation, () => work(terminal.value))
  } finally {
    context.running.end(operation)
  }
}

/** Runs `work` while no other node can run an operation on the terminal. */
async function whileHeld<Reply>(
  context: TerminalContext,
  terminal: TerminalRow,
  operation: RunningOperation,
  work: (guard: BeginGuard) => Promise<Result<Reply, ServiceError>>,
): Promise<Result<Reply, ServiceError>> {
  const { hsn, session } = operation
  const lost = () => void context.running.stop(hsn, 'lost')
  const claimed = await context.operationsOfNodes.claim(terminal, operation, lost)
  if (!claimed.ok) return err(busy(context, hsn, claimed.error, session))
  try {
    return await work(claimed.value.guard)
  } finally {
    await claimed.value.release()
  }
}

function runOf(
  context: TerminalContext,
  {
    terminal,
    operation,
    language,
    timeIsUp,
    guard,
    until,
  }: Pick<TerminalRun, 'terminal' | 'operation' | 'language' | 'timeIsUp' | 'guard'> & {
    /** In monotonic time, ms: setting the computer's clock neither shortens nor lengthens a transaction. */
    readonly until: number
  },
): TerminalRun {
  const { clock } = context
  const { hsn } = operation
  const publishStep = (step: Progress) => {
    if (step === operation.latest()?.step) return
    const progress = {
      type: 'progress',
      hsn,
      command: shortName(operation.name),
      payment_intent_id: operation.paymentIntentId,
      step,
      at: isoTime(clock.dated(clock.verified())),
    } as const
    operation.reached(progress)
    context.events.publish(progress)
  }
  return {
    terminal,
    operation,
    language,
    words: promptWords[language],
    publishStep,
    newCommandId: () => context.newId('command'),
    async send<Name extends TerminalCommandName>(
      command: CommandNamed<Name>,
      timeoutMs = Number.POSITIVE_INFINITY,
      id?: string,
    ): Promise<Result<CommandReply<Name>, SendFailure>> {
      // An integer, as the link requires; the monotonic clock has fractions.
      const remainingMs = Math.min(timeoutMs, Math.max(0, Math.floor(until - clock.steady())))
      if (remainingMs === 0) return err('timed_out')
      const { signal } = operation
      const named = id === undefined ? {} : { id }
      const options = { ...named, language, timeoutMs: remainingMs, signal, onProgress: publishStep }
      const answer = await context.links.send(hsn, command, options)
      const fault = answer.ok ? faultOf(command, answer.value) : null
      if (fault === null) return answer
      context.log.warn({ hsn, command: command.name, reason: fault }, 'terminal.answer_refused')
      return err('invalid')
    },
    async inform(command) {
      const { answerMs: timeoutMs } = context.timings
      const shown = await context.links.send(hsn, command, { language, timeoutMs, onProgress: publishStep })
      if (shown.ok) return
      const fields = { hsn, command: command.name, reason: shown.error }
      context.log.warn(fields, 'terminal.not_informed')
    },
    timeIsUp,
    guard,
    refusal: (failure) => commandFailed(hsn, failure, operation.stopCause(), operation.takenOverBy()),
  }
}

/** Returns a fault of a well-formed reply that shows only in comparison with the command; null when there is none. */
const faultOf = (command: TerminalCommand, reply: object): string | null =>
  command.name === 'read_signature' && 'signature' in reply
    ? signatureFault(reply.signature as Signature, command)
    : null

/**
 * The running operation may be one that the previous holder left with the processor: then the error names that holder.
 */
function busy(
  { clock }: Pick<TerminalContext, 'clock'>,
  hsn: string,
  running: OperationElsewhere | null,
  own: SessionDocument,
): ServiceError {
  const what = running === null ? 'another command' : shortName(running.name)
  const ours = running === null || sameHolder(running.session, own)
  return serviceError(
    'terminal_in_use',
    `Terminal ${hsn} is running ${what} and accepts one command at a time. Nothing was done. Wait until the command ends, or stop it with cancel.`,
    ours ? {} : { heldBy: heldBy(clock, running.session, running.endsAt) },
  )
}
