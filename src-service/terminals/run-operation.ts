import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { OperationName } from '../../src-shared/api/operations.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { CommandReply, TerminalCommandName } from '../../src-shared/terminal/messages.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { Caller } from '../caller.ts'
import { isoTime } from '../clock.ts'
import type { CommandNamed, SendFailure } from './link/gateway.ts'
import type { SessionDocument, TerminalRow } from './rows.ts'
import type { RunningOperation } from './running-operations.ts'
import { heldBy, sameHolder } from './session/session-holder.ts'
import { requireSession } from './session/sessions.ts'
import { ownTerminal } from './terminal-access.ts'
import type { TerminalContext } from './terminal-context.ts'
import { commandFailed, notConnected } from './terminal-errors.ts'

/** What a request that runs on a terminal has in common. */
export interface TerminalRequest {
  readonly caller: Caller
  readonly sessionKey: string | null
  readonly hsn: string
  readonly paymentIntentId?: string
}

/** A terminal while one operation has it to itself. */
export interface TerminalRun {
  readonly terminal: TerminalRow
  readonly operation: RunningOperation
  /** Sends a command and waits for its result, at most until the transaction's end. @param timeoutMs of the prompt */
  send<Name extends TerminalCommandName>(
    command: CommandNamed<Name>,
    timeoutMs: number,
  ): Promise<Result<CommandReply<Name>, SendFailure>>
  /** Tells the terminal something it only has to show, even after a stop. Never fails the operation. */
  inform(command: CommandNamed<'show_outcome' | 'display' | 'clear'>): Promise<void>
  /** Resolves at the end of the transaction's time; never, when the operation ends before. */
  readonly timeIsUp: Promise<'time is up'>
  /** The failure of a command as the caller is told it while no card is with the processor. */
  refusal(failure: SendFailure): ServiceError
  /** Tells the followers a step; the terminal tells most of them itself. */
  tell(step: Progress): void
  /** Until the end of the transaction, ms; 0 when it is over. */
  remainingMs(): number
}

/** The session and the terminal it opens; the same for every operation that needs x-session-key. */
export async function openTerminal(context: TerminalContext, request: TerminalRequest) {
  const terminal = await ownTerminal(context, request.caller, request.hsn)
  if (!terminal.ok) return terminal
  const session = await requireSession(context, terminal.value, request.sessionKey)
  return session.ok ? ok({ terminal: terminal.value, session: session.value }) : session
}

/**
 * Runs an operation on a terminal: session checked, link up, nothing else running on it, and over after
 * 2 min 30 s of the service's clock (section 8).
 */
export async function onTerminal<Reply>(
  context: TerminalContext,
  name: OperationName,
  request: TerminalRequest,
  work: (run: TerminalRun) => Promise<Result<Reply, ServiceError>>,
): Promise<Result<Reply, ServiceError>> {
  const opened = await openTerminal(context, request)
  if (!opened.ok) return opened
  const { hsn } = request
  if (!context.links.isLinked(hsn)) return err(notConnected(hsn))
  const session = opened.value.session.document
  const endsAt = context.clock.now() + context.timings.transactionMs
  const paymentIntentId = request.paymentIntentId ?? null
  const operation = context.running.begin({ hsn, name, paymentIntentId, session, endsAt })
  if (operation === null) return err(busy(hsn, context.running.on(hsn), session))
  let callTime = () => {}
  const timeIsUp = new Promise<'time is up'>((resolve) => {
    callTime = () => resolve('time is up')
  })
  const stopClock = context.clock.after(context.timings.transactionMs, () => {
    context.running.stop(hsn, 'time')
    callTime()
  })
  try {
    // Again, now that nobody else can begin: a force in between has ended this session.
    const still = await requireSession(context, opened.value.terminal, request.sessionKey)
    if (!still.ok) return still
    return await work(runOf(context, opened.value.terminal, operation, timeIsUp))
  } finally {
    stopClock()
    context.running.end(operation)
  }
}

function runOf(
  context: TerminalContext,
  terminal: TerminalRow,
  operation: RunningOperation,
  timeIsUp: TerminalRun['timeIsUp'],
): TerminalRun {
  const { hsn, endsAt } = operation
  let told: Progress | null = null
  const tell = (step: Progress) => {
    if (step === told) return
    told = step
    const progress = {
      type: 'progress',
      hsn,
      command: shortName(operation.name),
      payment_intent_id: operation.paymentIntentId,
      step,
      at: isoTime(context.clock.now()),
    } as const
    operation.reached(progress)
    context.events.publish(progress)
  }
  /** A terminal says "authorizing" when the card leaves it; whether a processor is asked is for the service to say. */
  const heard = (step: Progress) => {
    if (step !== 'authorizing') tell(step)
  }
  const remainingMs = () => Math.max(0, endsAt - context.clock.now())
  return {
    terminal,
    operation,
    tell,
    remainingMs,
    async send(command, timeoutMs) {
      const until = Math.min(timeoutMs, remainingMs())
      if (until === 0) return err('timed_out')
      return context.links.send(hsn, command, {
        timeoutMs: until,
        signal: operation.signal,
        onProgress: heard,
      })
    },
    async inform(command) {
      const told = await context.links.send(hsn, command, {
        timeoutMs: context.timings.answerMs,
        onProgress: heard,
      })
      if (!told.ok)
        context.log.warn({ hsn, command: command.name, reason: told.error }, 'a terminal was not told')
    },
    timeIsUp,
    refusal: (failure) => commandFailed(hsn, failure, operation.stopCause(), operation.takenOverBy()),
  }
}

/** `auth_card` of `terminals.auth_card`: the name that the specification and the events use. */
export const shortName = (name: OperationName): string => name.replace(/^terminals\./, '')

/** What runs may be what the holder before us left with the processor: then it is told whose it is. */
function busy(hsn: string, running: RunningOperation | null, own: SessionDocument): ServiceError {
  const what = running === null ? 'another command' : shortName(running.name)
  const ours = running === null || sameHolder(running.session, own)
  return serviceError(
    'terminal_in_use',
    `Terminal ${hsn} is running ${what}. One command at a time: wait for its end, or stop it with cancel. Nothing was done.`,
    ours ? {} : { heldBy: heldBy(running.session, running.endsAt) },
  )
}
