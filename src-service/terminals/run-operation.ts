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
import { answerOnce } from '../answer-once.ts'
import type { BeginGuard } from '../authorize/begin-guarded.ts'
import type { Caller } from '../caller.ts'
import { isoTime } from '../clock.ts'
import type { SavedAnswer } from '../commit.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import type { CommandNamed, SendFailure } from './link/gateway.ts'
import type { OperationElsewhere } from './operations-of-nodes.ts'
import { type PromptWords, promptWords } from './prompt-words.ts'
import type { SessionDocument, TerminalRow } from './rows.ts'
import { type RunningOperation, shortName } from './running-operations.ts'
import { signatureFault } from './sale/check-signature.ts'
import { heldBy, sameHolder } from './session/session-holder.ts'
import { requireSession } from './session/sessions.ts'
import { isLinkedNow, ownTerminal } from './terminal-access.ts'
import type { TerminalContext } from './terminal-context.ts'
import { commandFailed, notConnected } from './terminal-errors.ts'

/** What a request to a terminal has in common, as its handler gets it. */
export interface TerminalRequest {
  readonly caller: Caller
  readonly sessionKey: string | null
  /** Of the customer. */
  readonly language: Language
  readonly body: { readonly hsn: string; readonly payment_intent_id?: string }
}

/** A terminal while one operation has it to itself. */
export interface TerminalRun {
  readonly terminal: TerminalRow
  readonly operation: RunningOperation
  /** What the customer reads. */
  readonly language: Language
  /** What the service itself asks and shows, in that language. */
  readonly words: PromptWords
  /** Sends a command and waits for its result, at most until the transaction's end. @param timeoutMs where less will do */
  send<Name extends TerminalCommandName>(
    command: CommandNamed<Name>,
    timeoutMs?: number,
    id?: string,
  ): Promise<Result<CommandReply<Name>, SendFailure>>
  /** An id that no command had before, for one whose answer is bound to it. */
  newCommandId(): string
  /** Sends something that the terminal only has to show, even after a stop. Never fails the operation. */
  inform(command: CommandNamed<'show_outcome' | 'display' | 'clear'>): Promise<void>
  /** Resolves at the end of the transaction's time; never, when the operation ends before. */
  readonly timeIsUp: Promise<'time is up'>
  /** Where several nodes share a database: belongs to the commit that begins a payment. */
  readonly guard: BeginGuard
  /** The error for the caller when a command failed while no card is with the processor. */
  refusal(failure: SendFailure): ServiceError
  /** Publishes a step that only the service knows of; all others the terminal reports. */
  publishStep(step: Progress): void
}

/** The session and the terminal it opens; the same for every operation that needs x-session-key. */
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
 * Runs an operation on a terminal: once for an x-idempotency-key, session checked, link up, nothing else running on
 * it, and over after 2 min 30 s of the service's clock (section 8).
 * @param resume where `work` binds the key: what has become of what it began
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
      // Again, now that a force on any node sees that this runs: one before it ended this session, and only that of this
      // node could stop this as well.
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
 * Changes whose terminal it is, while nothing runs on it and nothing can begin. The session of a POS is in nobody's way.
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

/** No other node runs anything on the terminal meanwhile. */
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
    /** By the steady clock, ms: setting the computer's time neither shortens nor lengthens a transaction. */
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
      // Whole milliseconds: the link takes no others, and the steady clock counts in parts of them.
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

/** What only the question can tell of an answer that has the right shape. */
const faultOf = (command: TerminalCommand, reply: object): string | null =>
  command.name === 'read_signature' && 'signature' in reply
    ? signatureFault(reply.signature as Signature, command)
    : null

/** What runs may be what the holder before us left with the processor: then the error names that holder. */
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
    `Terminal ${hsn} is running ${what}. One command at a time: wait for its end, or stop it with cancel. Nothing was done.`,
    ours ? {} : { heldBy: heldBy(clock, running.session, running.endsAt) },
  )
}
