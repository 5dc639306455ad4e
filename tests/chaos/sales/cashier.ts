import { setTimeout as delay } from 'node:timers/promises'
import { cashHeld, isGivenBack } from '../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import type { SaleState } from '../../../src-shared/pos/sale/sale.ts'
import { inflict } from './inflict.ts'
import type { SalePlan } from './plan.ts'
import { settleRest } from './rest-of-bill.ts'
import type { CounterHarness, SalesHarness } from './sales-harness.ts'

/** How a sale ended, as the point of sale showed it. */
export interface Verdict {
  readonly saleId: string
  readonly outcome: 'paid' | 'given_back' | 'not_paid' | 'never_begun' | 'unexplained'
  /** Cents that the card has paid; 0 otherwise. */
  readonly amount: number
  /** What a bill that the card did not pay whole has in the counter's drawer, cents; null where there was none. */
  readonly cash: { readonly hsn: string; readonly bill: string; readonly amount: number } | null
  readonly detail: string
}

const lookMs = 20
const tapMs = 3_000
/** A cashier who sees nothing move for this long lets the customer's time run out, ms. */
const patienceMs = 12_000
const skipSeconds = 160
/** Twice as long each time that it was in vain, but never longer than half a day. */
const mostDoublings = 8
/** A charge that did not even begin by then was lost with the counter's process, ms. */
const lostMs = 4_000
const terminalMs = 6_000
/** A lease, and the terminal's way to the node that took its place. */
const takeOverMs = 30_000
/** By then every outcome is known: the pauses of the look-ups add up to less than this, ms. */
const longestSaleMs = 300_000

/** A cashier takes one sale from the charge to the next customer, come what may. */
export async function takeSale(
  harness: SalesHarness,
  counter: CounterHarness,
  plan: SalePlan,
  name: string,
): Promise<readonly Verdict[]> {
  const { pos } = counter
  await changeCustomer(harness, counter, plan.script)
  await readyToCharge(counter)
  const lost: Verdict[] = []
  for (let tries = 1; ; tries += 1) {
    const saleId = `sale_${name}_${plan.number}_${tries}`
    const verdict = await runSale(harness, counter, plan, saleId)
    if (isLeftRunning(verdict)) await untilFree(harness, counter)
    if (verdict.outcome !== 'never_begun') return [...lost, verdict]
    lost.push(verdict)
    if (tries === 5) throw new Error(`${saleId}: the charge is never taken (${JSON.stringify(pos.sale())})`)
  }
}

/** The next customer behaves by this script. The terminal is given a moment to dial in, faults permitting. */
async function changeCustomer(
  harness: SalesHarness,
  { hsn, terminal }: CounterHarness,
  script: string,
): Promise<void> {
  if (!(await terminal.become(script))) return
  const end = Date.now() + terminalMs
  while (Date.now() < end) {
    await delay(100)
    const { client, merchantId } = harness.service()
    const found = await client.call('terminals.terminal_details', { body: { merchant_id: merchantId } })
    if (found.ok && found.value.terminal_details.some((one) => one.hsn === hsn && one.connected)) return
  }
}

/** Waits a little for the terminal. Where another counter holds it, a person takes it over. */
async function readyToCharge({ pos }: CounterHarness): Promise<void> {
  const end = Date.now() + terminalMs
  let inUseSince = 0
  while (Date.now() < end) {
    const kind = pos.terminal()?.kind
    if (kind === 'connected' && pos.sale()?.kind === 'ready') return
    if (kind !== 'in_use') inUseSince = 0
    else if (inUseSince === 0) inUseSince = Date.now()
    else if (Date.now() - inUseSince > 1_500) {
      inUseSince = 0
      pos.send({ kind: 'connect', force: true })
    }
    await delay(lookMs)
  }
}

async function runSale(
  harness: SalesHarness,
  counter: CounterHarness,
  plan: SalePlan,
  saleId: string,
): Promise<Verdict> {
  const { pos, hsn } = counter
  const { amount, entry } = plan
  const sale = { id: saleId, amount, currency: 'USD', entry, note: '', hsn } as const
  const charge = (id: string) =>
    pos.send({ kind: 'dispatch', event: { kind: 'charge', sale: { ...sale, id } } })
  // Tapped twice: to the counter that is another sale, which it must not begin now.
  const chargeAgain = () => {
    if (underWay.includes(pos.sale()?.kind ?? 'ready')) charge(`${saleId}_twice`)
  }
  const startedAt = Date.now()
  const waiting = new Set(plan.faults)
  const running = new Set<Promise<void>>()
  let shown = ''
  let movedAt = Date.now()
  let retried = false
  let voided = false
  let skips = 0
  let undone = false
  let killedAtRest = false
  let verdict: Verdict | null = null
  charge(saleId)
  for (;;) {
    await delay(lookMs)
    const state = pos.sale()
    if (state === null) {
      movedAt = Date.now()
      continue
    }
    if (state.kind !== 'ready' && state.sale.id !== saleId)
      throw new Error(`${saleId}: ${state.sale.id} is shown`)
    const bill = pos.bill()
    const now = `${state.kind}-${state.kind === 'ready' ? '' : state.sale.attempt}-${bill?.status}-${bill?.tenders.length}`
    if (now !== shown) {
      shown = now
      movedAt = Date.now()
      for (const planned of waiting) {
        if (planned.at !== state.kind) continue
        waiting.delete(planned)
        const fault = delay(planned.afterMs).then(() => inflict(harness, counter, planned.fault, chargeAgain))
        running.add(fault)
        void fault.then(() => running.delete(fault))
      }
    }
    if (!pos.hasTakenAll()) movedAt = Math.max(movedAt, Date.now())
    const stillMs = Date.now() - movedAt
    if (state.kind === 'ready') {
      if (verdict !== null) {
        // A program that a fault has taken away may need long to come back: what was shown stands.
        if (running.size > 0) continue
        if (bill === null) break
        verdict = withBill(verdict, bill, hsn)
        if (stillMs < 100) continue
        const step = settleRest(bill, plan.rest, undone, `cash_${saleId}_${Date.now()}`)
        undone ||= step.kind === 'undo_bill'
        pos.send({ kind: 'dispatch', event: step })
        movedAt = Date.now() + tapMs
        if (plan.killedAtRest && !killedAtRest) {
          killedAtRest = true
          const kill = inflict(harness, counter, 'kill_pos', chargeAgain)
          running.add(kill)
          void kill.then(() => running.delete(kill))
        }
      } else if (stillMs > lostMs && Date.now() - startedAt > lostMs) {
        verdict = { saleId, outcome: 'never_begun', amount: 0, cash: null, detail: '' }
        break
      }
      continue
    }
    if (Date.now() - startedAt > longestSaleMs) {
      verdict = { saleId, outcome: 'unexplained', amount: 0, cash: null, detail: JSON.stringify(state) }
      break
    }
    verdict = agree(verdict, verdictOf(saleId, state), undone)
    if (stillMs < 100) continue
    const step = act(state, plan, { retried, voided })
    if (step !== null) {
      retried ||= step.kind === 'retry'
      voided ||= step.kind === 'decide'
      pos.send({ kind: 'dispatch', event: step })
      // Not tapped again before it had time to do something: the second tap would meet the next screen.
      movedAt = Date.now() + tapMs
    } else if (stillMs > patienceMs && slow.includes(state.kind)) {
      movedAt = Date.now()
      // What was asked in vain for hours is asked again hours later.
      if (await harness.letTimePass(skipSeconds * 2 ** Math.min(skips, mostDoublings))) skips += 1
    }
  }
  return verdict
}

/** The next node takes the terminal over when the killed one has not renewed its lease for 15 s. */
async function untilFree(harness: SalesHarness, { hsn }: CounterHarness): Promise<void> {
  const end = Date.now() + takeOverMs
  while (Date.now() < end) {
    const found = await harness.service().client.call('terminals.ping', { body: { hsn } })
    if (found.ok && found.value.connected && !found.value.busy) return
    await delay(250)
  }
}

/** What a killed node ran counts on a shared database for a while: whoever is refused for it waits for its end. */
const isLeftRunning = ({ detail }: Verdict): boolean =>
  /^terminal_in_use: Terminal \S+ is running/.test(detail)

/** States that a sale does not leave for the next one within a moment. */
const underWay: readonly SaleState['kind'][] = ['creating', 'choosing_tip', 'authorizing', 'checking']

/** States in which somebody at the terminal is waited for, or a bank that has not answered. */
const slow: readonly SaleState['kind'][] = ['choosing_tip', 'authorizing', 'checking', 'voiding']

function withBill(verdict: Verdict, bill: Bill, hsn: string): Verdict {
  const cash = { hsn, bill: bill.number, amount: cashHeld(bill) }
  return isGivenBack(bill) ? { ...verdict, outcome: 'given_back', amount: 0, cash } : { ...verdict, cash }
}

/** What the cashier does at each screen; null: nothing, it moves by itself. */
export function act(
  state: SaleState,
  plan: Pick<SalePlan, 'retry' | 'entry' | 'onDeciding'>,
  { retried, voided }: { readonly retried: boolean; readonly voided: boolean },
) {
  switch (state.kind) {
    case 'declined':
      return plan.retry && !retried
        ? ({ kind: 'retry', entry: plan.entry, tips: null } as const)
        : ({ kind: 'finish' } as const)
    case 'deciding':
      // Settled in the meantime, it cannot be voided any more.
      return { kind: 'decide', choice: voided ? 'keep' : plan.onDeciding } as const
    case 'signing':
      return { kind: 'sign', signature: null } as const
    case 'confirming':
      // Its terminal cannot ask.
      return state.by_cashier ? ({ kind: 'customer_agrees' } as const) : null
    case 'approved':
    case 'stopped':
      return { kind: 'finish' } as const
    default:
      return null
  }
}

function verdictOf(saleId: string, state: SaleState): Verdict | null {
  switch (state.kind) {
    case 'approved':
      return {
        ...{ saleId, outcome: 'paid', amount: state.payment.amount },
        ...{ cash: null, detail: state.payment.payment_id },
      }
    case 'stopped':
      return {
        saleId,
        outcome: 'not_paid',
        amount: 0,
        cash: null,
        detail: `${state.reason}: ${state.detail}`,
      }
    case 'declined':
      return { saleId, outcome: 'not_paid', amount: 0, cash: null, detail: 'declined' }
    default:
      return null
  }
}

/**
 * Only a decline may be followed by something better, and a payment by its void where all was to go back; any other
 * word is final. @throws when it is taken back.
 */
function agree(before: Verdict | null, now: Verdict | null, undone: boolean): Verdict | null {
  if (now === null || before === null) return now ?? before
  if (undone && now.outcome === 'not_paid') return { ...now, outcome: 'given_back', cash: before.cash }
  if (before.outcome !== now.outcome && before.detail !== 'declined') {
    throw new Error(
      `${now.saleId}: was ${before.outcome} (${before.detail}), and is ${now.outcome} (${now.detail})`,
    )
  }
  return now
}
