import type { CallFailure } from '../../src-shared/api/client.ts'
import type { OperationBody, OperationReply } from '../../src-shared/api/operations.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { Flight, SingleFlight } from './command-queue.ts'
import { type CommandFailure, isSessionInvalid } from './failures.ts'
import type { Held, Holder } from './session-manager.ts'

/** The operations that run on the terminal itself, one at a time. */
export type TerminalCommandName =
  | 'terminals.tip'
  | 'terminals.auth_card'
  | 'terminals.auth_manual'
  | 'terminals.display'
  | 'terminals.date_time'
  | 'terminals.read_signature'
  | 'terminals.read_confirmation'
  | 'terminals.read_input'
  | 'terminals.read_card'
  | 'terminals.read_manual'
  | 'terminals.get_pan_pad_version'
  | 'terminals.print_receipt'

export interface Commander {
  /** Runs it when its turn comes, on a session that outlives it. */
  run<Name extends TerminalCommandName>(
    name: Name,
    body: Omit<OperationBody<Name>, 'hsn'>,
    options?: { readonly idempotencyKey?: string },
  ): Promise<Result<OperationReply<Name>, CommandFailure>>
  /**
   * Calls off what waits, and asks the terminal to stop what runs. The running command's own answer tells how it
   * ended. Whatever is asked for after this waits until the wish has been delivered, lest it be stopped by it.
   */
  cancel(): Promise<void>
  /** Asks the terminal itself, also while it runs a command; null where there is no session to ask on. */
  ping(): Promise<Result<OperationReply<'terminals.ping'>, CallFailure> | null>
}

/** How long to wait for an answer, ms. A transaction ends at 2 min 30 s; 20 s more, then it is unknown. */
export const waitMs: Readonly<Record<TerminalCommandName, number>> = {
  'terminals.tip': 170_000,
  'terminals.auth_card': 170_000,
  'terminals.auth_manual': 170_000,
  'terminals.read_signature': 170_000,
  'terminals.read_confirmation': 170_000,
  'terminals.read_input': 170_000,
  'terminals.read_card': 170_000,
  'terminals.read_manual': 170_000,
  'terminals.get_pan_pad_version': 15_000,
  'terminals.print_receipt': 90_000,
  'terminals.display': 15_000,
  'terminals.date_time': 15_000,
}
/** What takes no longer than this asks nothing of the customer, ms. */
const briefMs = 15_000
/** The key must outlive the command, with this much to spare, ms. */
const spareMs = 10_000

export function createCommander(
  holder: Holder,
  flights: SingleFlight,
  delivering: { promise: Promise<unknown> },
): Commander {
  return {
    run<Name extends TerminalCommandName>(
      name: Name,
      body: Omit<OperationBody<Name>, 'hsn'>,
      options: { readonly idempotencyKey?: string } = {},
    ) {
      const ask = async (flight: Flight) => {
        const first = await attempt(flight)
        // The one error after which the command certainly did not run: connect again, replay once.
        if (first.ok || first.error.kind !== 'refused' || !isSessionInvalid(first.error)) return first
        return attempt(flight)
      }
      return flights.run(ask, { lasting: waitMs[name] > briefMs })

      async function attempt(flight: Flight): Promise<Result<OperationReply<Name>, CommandFailure>> {
        const held = await holder.ensure(waitMs[name] + spareMs)
        if (!held.ok) return held
        if (flight.calledOff()) return err(calledOff)
        flight.sent()
        const { link, terminal, session } = held.value
        const input = {
          body: { ...body, hsn: terminal.hsn },
          sessionKey: session.key,
          timeoutMs: waitMs[name],
          ...options,
        }
        const call = link.client.call as (
          name: TerminalCommandName,
          input: object,
        ) => Promise<Result<OperationReply<Name>, CallFailure>>
        const result = await call(name, input)
        if (!result.ok && isSessionInvalid(result.error)) holder.drop(session)
        return result
      }
    },
    cancel() {
      flights.callOff()
      const delivered = deliver(flights.current())
      delivering.promise = Promise.all([delivering.promise, delivered])
      return delivered
    },
    async ping() {
      const held = holder.held()
      if (held === null) return null
      const { link, terminal, session } = held
      return link.client.call('terminals.ping', {
        body: { hsn: terminal.hsn },
        sessionKey: session.key,
        timeoutMs: 8_000,
      })
    },
  }

  async function deliver(flight: Flight | null): Promise<void> {
    // Nothing of ours runs, nor will: but something may stand there from a command whose answer was lost.
    if (flight === null || !flight.wasSent()) {
      const held = holder.held()
      if (held !== null) await wish(held)
      return
    }
    // The wish may overtake the command on its way to the service: repeat it while that command lasts.
    for (let tries = 0; tries < 40 && flights.current() === flight; tries++) {
      const held = holder.held()
      if (held !== null && (await wish(held)) !== 'nothing_ran') return
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

const calledOff: CommandFailure = { kind: 'not_sent', reason: 'cancelled_by_cashier', detail: '' }

async function wish({ link, terminal, session }: Held): Promise<'told' | 'nothing_ran'> {
  const reply = await link.client.call('terminals.cancel', {
    body: { hsn: terminal.hsn },
    sessionKey: session.key,
    timeoutMs: 5_000,
  })
  if (reply.ok) return reply.value.cancelled ? 'told' : 'nothing_ran'
  // Refused means that it is too late, or that the session is not ours any more.
  return reply.error.kind === 'refused' ? 'told' : 'nothing_ran'
}
