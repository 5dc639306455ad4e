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
  /** Cents that the card has paid; otherwise 0. */
  readonly amount: number
  /** Cash in the drawer for a bill that the card did not pay in full, in cents; null if there is no such cash. */
  readonly cash: { readonly hsn: string; readonly bill: string; readonly amount: number } | null
  readonly detail: string
}

const lookMs = 20
const tapMs = 3_000
/** If nothing changes for this long, in ms, the cashier lets the customer's time run out. */
const patienceMs = 12_000
const skipSeconds = 160
/** The skipped time doubles after each failed attempt, but stays below half a day. */
const mostDoublings = 8
/** A charge that has not begun after this time was lost with the counter's process, in ms. */
const lostMs = 4_000
const terminalMs = 6_000
/** A lease, and the time that the terminal needs to reach the next node. */
const takeOverMs = 30_000
/** Maximum time until every outcome is known: the pauses of the look-ups add up to less, in ms. */
const longestSaleMs = 300_000

/** A cashier takes one sale from the charge to the next customer, whatever faults occur. */
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

/** The next customer follows this script. Waits a moment for the terminal to reconnect, if the faults permit. */
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

/** Waits a little for the terminal. If another counter holds it, the cashier takes it over. */
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
  // A second tap is a separate sale to the counter, which must not begin now.
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
        // A program that was killed may need long to restart: the last outcome shown counts.
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
      // Not repeated too early: the second tap would meet the next screen.
      movedAt = Date.now() + tapMs
    } else if (stillMs > patienceMs && slow.includes(state.kind)) {
      movedAt = Date.now()
      // A look-up that failed for hours is repeated hours later.
      if (await harness.letTimePass(skipSeconds * 2 ** Math.min(skips, mostDoublings))) skips += 1
    }
  }
  return verdict
}

/** The next node takes over the terminal once the killed one has not renewed its lease for 15 s. */
async function untilFree(harness: SalesHarness, { hsn }: CounterHarness): Promise<void> {
  const end = Date.now() + takeOverMs
  while (Date.now() < end) {
    const found = await harness.service().client.call('terminals.ping', { body: { hsn } })
    if (found.ok && found.value.connected && !found.value.busy) return
    await delay(250)
  }
}

/**
 * On a shared database the command of a killed node stays valid for a while; a counter that is refused for it waits for
 * its end.
 */
const isLeftRunning = ({ detail }: Verdict): boolean =>
  /^terminal_in_use: Terminal \S+ is running/.test(detail)

/** States that a sale does not leave at once for the next sale. */
const underWay: readonly SaleState['kind'][] = ['creating', 'choosing_tip', 'authorizing', 'checking']

/** States that wait for a customer at the terminal, or for a bank that has not answered. */
const slow: readonly SaleState['kind'][] = ['choosing_tip', 'authorizing', 'checking', 'voiding']

function withBill(verdict: Verdict, bill: Bill, hsn: string): Verdict {
  const cash = { hsn, bill: bill.number, amount: cashHeld(bill) }
  return isGivenBack(bill) ? { ...verdict, outcome: 'given_back', amount: 0, cash } : { ...verdict, cash }
}

/** What the cashier does on each screen; null: nothing, it changes by itself. */
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
      // If it was settled in the meantime, it can no longer be voided.
      return { kind: 'decide', choice: voided ? 'keep' : plan.onDeciding } as const
    case 'signing':
      return { kind: 'sign', signature: null } as const
    case 'confirming':
      // The terminal cannot ask the customer.
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
 * Only a decline may change to a better outcome, and a payment to its void if everything was to be returned; other
 * outcomes are final. @throws when an outcome changes otherwise.
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
