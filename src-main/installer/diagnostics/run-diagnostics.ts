import type { CallFailure } from '../../../src-shared/api/client.ts'
import type { Language } from '../../../src-shared/language.ts'
import type { PosCommandPayload, PosResult } from '../../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse, serviceNotUp } from '../../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { Counter } from '../../counter/counter.ts'
import { detailOf, type TerminalFailure } from '../../service-calls/failures.ts'
import type { ServiceAccess } from '../../terminal/service-access.ts'
import { type DiagnosticContext, prepareDiagnostic } from './prepare-diagnostic.ts'
import { failed, type Report } from './report.ts'
import { borrowSession, counterSession, type DiagnosticSession } from './session.ts'

/** Runs diagnostics on terminals, one at a time. A sale on the same terminal has priority. */
export interface Diagnostics {
  try(asked: PosCommandPayload<'terminals.try'>): Promise<PosResult<'terminals.try'>>
  stopTry(asked: PosCommandPayload<'terminals.stop_try'>): Promise<PosResult<'terminals.stop_try'>>
  isRunning(): boolean
}

export function createDiagnostics(
  options: Pick<DiagnosticContext, 'reversals' | 'pings' | 'newId' | 'now'> & {
    readonly access: () => ServiceAccess | null
    readonly counter: () => Pick<Counter, 'sale' | 'terminal'> | null
    /** Whether the counter charges on this terminal. */
    readonly isOurs: (hsn: string) => boolean
    readonly currency: () => string
    readonly language: () => Language
    readonly counterName: () => string
  },
): Diagnostics {
  const { access, isOurs, reversals, pings, newId, now } = options
  let running: Running | null = null

  /** Whether a sale needs its terminal: from the first prompt to its end. Afterwards it only shows the outcome. */
  function saleUnderWay(): boolean {
    const kind = options.counter()?.sale.state().kind ?? 'ready'
    return kind !== 'ready' && kind !== 'approved' && kind !== 'stopped'
  }

  async function sessionOn(
    hsn: string,
    present: ServiceAccess,
  ): Promise<Result<DiagnosticSession, CallFailure>> {
    const counter = options.counter()
    if (isOurs(hsn) && counter !== null) return ok(counterSession(counter.terminal))
    return borrowSession(present, hsn, { id: newId(), name: options.counterName() })
  }

  async function run({
    hsn,
    operation,
    fields,
  }: PosCommandPayload<'terminals.try'>): Promise<PosResult<'terminals.try'>> {
    const present = access()
    if (present === null) return err(serviceNotUp)
    if (running !== null) return refuse('not_now', 'another diagnostic is running')
    if (isOurs(hsn) && saleUnderWay()) return err(inSale)
    const context = {
      ...{ hsn, reversals, pings, newId, now },
      client: () => access()?.client ?? null,
      currency: options.currency(),
      language: options.language(),
    }
    const ready = prepareDiagnostic(context, operation, fields)
    if (!ready.ok) return refuse('payload_invalid', ready.error)
    const began = performance.now()
    const result = (report: Report) =>
      ok({ operation, hsn, ...report, took_ms: Math.round(performance.now() - began) })
    const mine: Running = { hsn, session: null, stopped: false }
    running = mine
    try {
      const session = await sessionOn(hsn, present)
      if (!session.ok) return result(failed(detailOf(session.error)))
      // A sale that began meanwhile has priority on the terminal.
      const refusal = () => (mine.stopped ? stopped : isOurs(hsn) && saleUnderWay() ? saleFirst : null)
      mine.session = unless(refusal, session.value)
      return result(await ready.value(mine.session).finally(session.value.close))
    } finally {
      running = null
    }
  }

  return {
    try: run,
    async stopTry({ hsn }) {
      if (running?.hsn !== hsn) return ok(null)
      // A sale that began meanwhile waits behind the diagnostic; cancelling here would also stop the sale.
      if (isOurs(hsn) && saleUnderWay()) return err(inSale)
      running.stopped = true
      await running.session?.cancel()
      return ok(null)
    },
    isRunning: () => running !== null,
  }
}

export const inSale: CommandRefusal = { code: 'not_now', message: 'a sale is under way on this terminal' }

/** The running diagnostic. */
interface Running {
  readonly hsn: string
  session: DiagnosticSession | null
  /** A person stopped it: nothing more is sent to the terminal. */
  stopped: boolean
}

/** Refuses further commands of a stopped diagnostic. */
const unless = (refusal: () => TerminalFailure | null, session: DiagnosticSession): DiagnosticSession => ({
  ...session,
  async run(name, body, options) {
    const refused = refusal()
    return refused === null ? session.run(name, body, options) : err(refused)
  },
})

const saleFirst: TerminalFailure = {
  kind: 'not_sent',
  reason: 'terminal_in_use',
  detail: 'A sale was begun on this terminal.',
}

const stopped: TerminalFailure = {
  kind: 'not_sent',
  reason: 'cancelled_by_cashier',
  detail: 'It was stopped.',
}
