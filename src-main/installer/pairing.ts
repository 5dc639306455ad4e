import type { CallFailure } from '../../src-shared/api/client.ts'
import type { Terminal } from '../../src-shared/api/schemas/terminal.ts'
import { type CommandRefusal, refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import type { Pairing } from '../../src-shared/pos/terminals/installer.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { pause } from '../async/pause.ts'
import { detailOf } from '../service-calls/failures.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import { terminalsOf } from './terminal-list.ts'

/**
 * The pairing in progress: a code is issued for a serial number, a person types it on that terminal, and the terminal
 * connects. A wrong code typed there is shown here too.
 */
export interface PairingWatch {
  present(): Pairing | null
  /** @param claimCode the code printed on the terminal, needed if another business holds the terminal */
  start(hsn: string, claimCode: string | null): Promise<Result<null, CommandRefusal>>
  stop(): void
}

/**
 * A code is valid for 15 minutes (docs/terminals.md), in ms. It expires here by the monotonic clock or the wall clock,
 * whichever is first: the monotonic clock stops while the computer sleeps, and the page counts down by the wall clock.
 */
const codeMs = 900_000
const lookMs = 1_000
/** Consecutive look-ups refused by the service, after which this counter gives up. */
const refusalsToGiveUp = 10

export function createPairing(options: {
  readonly access: () => ServiceAccess | null
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onChange: () => void
  readonly onPaired: (hsn: string) => void
  /** Called while a person takes the code to the terminal: the page that shows it must stay open. */
  readonly onWaiting: () => void
}): PairingWatch {
  let pairing: Pairing | null = null
  /** Counts pairings, so that the watch of a replaced or stopped pairing ends. */
  let round = 0

  function publish(next: Pairing | null): void {
    pairing = next
    options.onChange()
  }

  /** @param isShown whether the service lists the code with its terminals, which not every service does */
  async function watch(mine: number, issued: Pairing, startedAt: number, isShown: boolean): Promise<void> {
    let refusals = 0
    for (;;) {
      await pause(lookMs)
      if (mine !== round) return
      options.onWaiting()
      const access = options.access()
      const found = access === null ? null : await terminalsOf(access)
      if (mine !== round) return
      const terminal = found?.ok ? found.value.find(({ hsn }) => hsn === issued.hsn) : undefined
      const next = terminal === undefined ? null : newsOf(issued, terminal, isShown)
      // The service lists a terminal that is new to the shop only while its code is valid by the service's clock.
      const isOver = isShown && found?.ok === true && terminal === undefined
      const isLate = performance.now() - startedAt >= codeMs || options.now() >= Date.parse(issued.expires_at)
      if (next !== null && JSON.stringify(next) !== JSON.stringify(pairing)) publish(next)
      if (next?.state === 'paired') options.onPaired(issued.hsn)
      if (next !== null && next.state !== 'waiting') return
      if (isOver || isLate) return publish({ ...issued, state: 'expired' })
      if (found?.ok) refusals = 0
      if (found?.ok !== false || found.error.kind !== 'refused') continue
      refusals++
      if (refusals >= refusalsToGiveUp)
        return publish({ ...issued, state: 'failed', detail: detailOf(found.error) })
    }
  }

  return {
    present: () => pairing,
    async start(hsn, claimCode) {
      const access = options.access()
      if (access === null) return err(serviceNotUp)
      const mine = ++round
      const before = await terminalsOf(access)
      // A terminal that is already connected would look like the result of the code.
      if (before.ok && before.value.some((one) => one.hsn === hsn && one.connected)) {
        return refuse('not_now', `${hsn} is connected already`)
      }
      const issued = await access.client.call('terminals.activation_code', {
        body: claimCode === null ? { hsn } : { hsn, claim_code: claimCode },
      })
      if (!issued.ok) return err(refusalOf(issued.error))
      if (mine !== round) return refuse('not_now', 'another pairing was begun')
      const started = performance.now()
      const after = await terminalsOf(access)
      const isCode = (one: Terminal) => one.hsn === hsn && one.pending_activation !== undefined
      const isShown = after.ok && after.value.some(isCode)
      if (mine !== round) return refuse('not_now', 'another pairing was begun')
      const shown: Pairing = {
        hsn,
        claim_code: claimCode,
        code: issued.value.activation_code,
        // By the wall clock, as the page's countdown.
        expires_at: new Date(options.now() + codeMs).toISOString(),
        state: 'waiting',
        detail: '',
      }
      publish(shown)
      void watch(mine, shown, started, isShown)
      return ok(null)
    },
    stop() {
      round++
      if (pairing !== null) publish(null)
    },
  }
}

function refusalOf(failure: CallFailure): CommandRefusal {
  const refusal = serviceRefusal(failure)
  switch (failure.kind === 'refused' ? failure.error.code : null) {
    case 'hsn_not_owned':
      return { ...refusal, code: 'terminal_held' }
    case 'claim_code_invalid':
      return { ...refusal, code: 'claim_code_wrong' }
    default:
      return refusal
  }
}

/** Derives the state of the pairing from the service's terminal details. */
function newsOf(
  issued: Pairing,
  { connected, pending_activation: pending }: Terminal,
  wasShown: boolean,
): Pairing {
  if (connected) return { ...issued, state: 'paired' }
  // The code was used, and the terminal is connecting with its new credentials.
  if (pending === undefined) return wasShown ? { ...issued, news: 'taken' } : issued
  if (pending.guesses_left === 0) return { ...issued, state: 'failed', news: 'void' }
  if (pending.wrong_guesses === 0) return issued
  return { ...issued, news: 'wrong_code' }
}
