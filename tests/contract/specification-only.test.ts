import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessTo, type ServiceAccess } from '../../src-main/terminal/service-access.ts'
import type { VirtualTerminalScript } from '../../src-shared/api/schemas/sandbox.ts'
import type { PaymentEntry, SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { openSpecificationProxy, type SpecificationProxy } from '../support/specification-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type CounterHarness, openCounterHarness } from '../unit/main/support/counter-harness.ts'
import { openInstallerHarness } from '../unit/main/support/installer-harness.ts'
import { startManagerHarness } from '../unit/main/support/manager.ts'
import { startTestService, type TestService, until } from '../unit/main/support/service.ts'
import { aLine, anOrder } from '../unit/shared/pos/order/arbitrary-order.ts'

// The counter with a service that has only the specification and none of our additions: no stream of events, no cancel,
// no list of refunds, and none of our fields (docs/decisions/0078).

const hsn = 'VT-1'
let service: TestService
let proxy: SpecificationProxy
let access: ServiceAccess
let counter: CounterHarness

beforeAll(async () => {
  service = await startTestService()
  proxy = await openSpecificationProxy(service.access.url)
  await service.plug({ hsn })
  access = accessTo({ ...service.access, url: proxy.url }, () => 'en')
  counter = await openCounterHarness({
    access: () => access,
    accountId: access.accountId,
    hsn,
    settings: { tip_presets: [15, 18, 20] },
  })
  await counter.terminalIs('connected')
})
afterAll(async () => {
  await counter?.stop()
  await proxy?.close()
  await service?.stop()
})
beforeEach(async () => {
  proxy.loseAnswers(() => false)
  await service.change(hsn, { script: 'approve' })
  counter.sale.dispatch({ kind: 'finish' })
  await counter.terminalIs('connected')
})

async function charge(script: VirtualTerminalScript, amount: number): Promise<void> {
  await service.change(hsn, { script })
  counter.charge(amount)
}

async function approved(...before: readonly ('declined' | 'deciding')[]): Promise<SaleIn<'approved'>> {
  const end = await counter.saleIs('approved', 'stopped', ...before)
  if (end.kind !== 'approved') throw new Error(`the sale ended as ${JSON.stringify(end)}`)
  return end
}

/** Finishes the sale, so that the next one can begin. */
async function finish(): Promise<void> {
  counter.sale.dispatch({ kind: 'finish' })
  await counter.saleIs('ready')
}

const paymentOf = async ({ sale }: Pick<SaleIn<'approved'>, 'sale'>) =>
  (await service.payments(sale.intent_id ?? ''))[0]

describe('a counter at a service with only the specification', () => {
  test('connects to the terminal, and requests each addition once', async () => {
    expect(counter.snapshot().terminal).toMatchObject({ kind: 'connected', hsn })
    expect(proxy.refused.filter((one) => one.endsWith('/events'))).toHaveLength(1)
  })

  test('sells with a tip, a signature and a receipt, and shows the steps from the state of the intent', async () => {
    await charge('tip_20', 1000)
    const sold = await approved()
    expect(sold.payment).toMatchObject({ amount: 1200, brand: 'Visa' })
    expect(sold.sale.tip).toBe(200)
    const steps = counter.seen.flatMap((state) => (state.kind === 'authorizing' ? [state.step] : []))
    expect(steps).toContain('waiting_for_card')
    const { receipt } = await until(
      counter.sale.state as () => SaleIn<'approved'>,
      (state) => state.receipt.length > 0,
    )
    expect(JSON.stringify(receipt)).toContain('12.00')
    expect((await paymentOf(sold))?.terminal_details?.signature).not.toBeNull()
    counter.sale.dispatch({ kind: 'print' })
    await until(counter.sale.state as () => SaleIn<'approved'>, (state) => state.print === 'printed')
    await finish()
  })

  test('cancels by ending the session, and no money moves', async () => {
    await charge('silent', 1100)
    await counter.saleIs('choosing_tip')
    counter.sale.dispatch({ kind: 'skip_tip' })
    const at = await counter.saleIs('authorizing')
    counter.sale.dispatch({ kind: 'cancel' })
    const end = await counter.saleIs('stopped')
    expect(end).toMatchObject({ reason: 'cancelled_by_cashier', money: 'not_moved' })
    expect(at.kind === 'authorizing' && (await service.payments(at.sale.intent_id ?? ''))).toEqual([])
    await finish()
    await counter.terminalIs('connected')
  })

  test('charges another card after a decline', async () => {
    await charge('decline', 1200)
    await counter.saleIs('declined')
    await service.change(hsn, { script: 'approve' })
    counter.sale.dispatch({ kind: 'retry', entry: 'card', tips: null })
    expect((await approved('declined').catch(() => approved())).payment.status).toBe('captured')
    await finish()
  })

  test('finds a partial approval, and refunds it when the customer does not want it', async () => {
    await charge('partial', 600_000)
    expect(await counter.saleIs('deciding')).toMatchObject({ because: 'partial' })
    counter.sale.dispatch({ kind: 'decide', choice: 'void' })
    expect(await counter.saleIs('stopped')).toMatchObject({ money: 'voided' })
    await finish()
  })

  test.each<[PaymentEntry, VirtualTerminalScript]>([
    ['manual', 'approve'],
    ['card', 'contactless'],
  ])('takes a card by the entry "%s" on the terminal', async (entry, script) => {
    await service.change(hsn, { script })
    const sale = { id: `sale_${entry}`, amount: 1300, currency: 'USD', entry, note: '', hsn } as const
    counter.sale.dispatch({ kind: 'charge', sale })
    const end = await counter.saleIs('approved', 'signing')
    expect(end).toMatchObject({ payment: { status: 'captured' } })
    if (end.kind === 'signing') counter.sale.dispatch({ kind: 'sign', signature: null })
    await approved()
    await finish()
  })

  test('looks up the outcome after a lost answer', async () => {
    proxy.loseAnswers((request) => request.endsWith('/auth_card'))
    const before = counter.seen.length
    await charge('approve', 1400)
    expect((await approved()).payment.amount).toBe(1400)
    proxy.loseAnswers(() => false)
    // The look-up may end the sale before the test sees this screen.
    expect(counter.seen.slice(before).map(({ kind }) => kind)).toContain('checking')
    await finish()
  })

  test('keeps a tab, and closes it with a tip', async () => {
    await service.change(hsn, { script: 'approve' })
    const sale = { id: 'sale_tab', amount: 5000, currency: 'USD', entry: 'card', note: '', hsn } as const
    counter.sale.dispatch({ kind: 'charge', sale: { ...sale, tab: { name: 'Ada', stage: 'opening' } } })
    await approved()
    await finish()
    const [tab] = counter.sale.tabs()
    expect(tab?.status).toBe('held')
    const tab_id = tab?.sale.id ?? ''
    counter.sale.dispatch({ kind: 'add_to_tab', tab_id, order: anOrder(aLine({ unit_amount: 2000 })) })
    counter.sale.dispatch({ kind: 'close_tab', tab_id, bill_id: 'bill_tab', total: 2000, tip: 300 })
    expect((await approved()).payment).toMatchObject({ status: 'captured', amount: 2300 })
    await finish()
  })

  test('splits a bill between cash and a card', async () => {
    const bill = { id: 'bill_split', order: null, total: 3000, currency: 'USD', note: '' }
    counter.sale.dispatch({ kind: 'open_bill', bill })
    counter.sale.dispatch({
      kind: 'take_cash',
      id: 'cash_1',
      tendered: 1000,
      balance: 3000,
      step: 1,
      bill: null,
    })
    await until(counter.sale.bill, (open) => open?.tenders.length === 1)
    await charge('contactless', 2000)
    await approved()
    counter.sale.dispatch({ kind: 'finish' })
    await until(
      () => [counter.sale.state().kind, counter.sale.bill()],
      ([kind, open]) => kind === 'ready' && open === null,
    )
  })

  test('reports that no card was presented in time, and that no money moved', async () => {
    await charge('silent', 1500)
    await counter.saleIs('choosing_tip')
    counter.sale.dispatch({ kind: 'skip_tip' })
    await counter.saleIs('authorizing')
    await until(
      () => service.client.call('sandbox.virtual_terminals.get', { params: { hsn } }),
      (found) => found.ok && found.value.screen.name === 'waiting_for_card',
    )
    await service.advance(151)
    expect(await counter.saleIs('stopped')).toMatchObject({ reason: 'timed_out', money: 'not_moved' })
    await finish()
  })

  test('resolves a sale whose counter was killed while its outcome was unknown', async () => {
    const userData = await temporaryFolder('countertop-specification')
    const open = () =>
      openCounterHarness({
        access: () => access,
        accountId: access.accountId,
        hsn: 'VT-2',
        userData,
        settings: { tip_presets: [], tip_custom: false },
      })
    await service.plug({ hsn: 'VT-2' })
    const first = await open()
    await first.terminalIs('connected')
    proxy.loseAnswers((request) => request.endsWith('/auth_card') || request.endsWith('/payments'))
    first.charge(1600)
    await first.saleIs('checking')
    await first.stop()
    proxy.loseAnswers(() => false)
    const second = await open()
    expect(await second.saleIs('approved')).toMatchObject({ payment: { amount: 1600 } })
    await second.stop()
  })
})

describe('a manager at a service with only the specification', () => {
  const start = () => startManagerHarness({ ...service, access }, {})

  test('searches, opens a payment, refunds it, and shows the refund', async () => {
    await charge('approve', 2100)
    const { sale } = await approved()
    await finish()
    const manager = await start()
    const intent_id = sale.intent_id ?? ''
    const found = await manager.search({ page: 1 })
    expect(found.ok && found.value.rows.map((row) => row.intent_id)).toContain(intent_id)
    const payment_id = (await paymentOf({ sale }))?.id ?? ''
    const begun = await manager.act({ kind: 'refund', intent_id, payment_id, amount: 700 })
    expect(begun).toMatchObject({ ok: true })
    expect(await manager.end(begun.ok ? begun.value.action_id : '')).toMatchObject({ state: 'done' })
    const shown = await manager.open({ intent_id })
    expect(shown).toMatchObject({ ok: true, value: { intent: { amount_refunded: 700 } } })
    await manager.stop()
  })

  test('refunds once when the answer is lost, even with other refunds meanwhile', async () => {
    await charge('approve', 2300)
    const { sale } = await approved()
    await finish()
    const manager = await start()
    const intent_id = sale.intent_id ?? ''
    const payment_id = (await paymentOf({ sale }))?.id ?? ''
    let losses = 2
    proxy.loseAnswers((request) => request === `POST /payments/${payment_id}/refunds` && losses-- > 0)
    const begun = await manager.act({ kind: 'refund', intent_id, payment_id, amount: 900 })
    expect(await manager.end(begun.ok ? begun.value.action_id : '')).toMatchObject({ state: 'done' })
    expect(losses).toBeLessThanOrEqual(0)
    expect((await paymentOf({ sale }))?.amount_refunded).toBe(900)
    await manager.stop()
  })

  test('voids a payment', async () => {
    await charge('approve', 2200)
    const { sale } = await approved()
    await finish()
    const manager = await start()
    const asked = { kind: 'void', intent_id: sale.intent_id ?? '', payment_id: null, amount: null } as const
    const begun = await manager.act(asked)
    expect(await manager.end(begun.ok ? begun.value.action_id : '')).toMatchObject({ state: 'done' })
    await manager.stop()
  })
})

describe('an installer at a service with only the specification', () => {
  test('lists the terminals, and pairs one by its activation code', async () => {
    const installer = await openInstallerHarness(
      { ...service, access },
      { hsn, userData: await temporaryFolder('spec') },
    )
    expect(await installer.list()).toMatchObject({
      ok: true,
      value: expect.arrayContaining([expect.objectContaining({ hsn, connected: true })]),
    })
    expect(await installer.pair({ hsn: 'NEW-1', claim_code: null })).toEqual({ ok: true, value: null })
    const { pairing } = installer.status()
    expect(pairing).toMatchObject({ state: 'waiting', code: expect.stringMatching(/^\d{8}$/) })
    await service.plug({ hsn: 'NEW-1' })
    await until(
      () => installer.status().pairing?.state,
      (state) => state === 'paired',
    )
    await installer.stop()
  })
})

test('checking an idle terminal takes two requests, even at a service with only the specification', async () => {
  await counter.terminalIs('connected')
  const first = proxy.seen.length
  counter.terminal.checkNow()
  await until(
    () => proxy.seen.length,
    (count) => count >= first + 2,
  )
  const processor = 'POST /terminals/processor'
  expect(proxy.seen.slice(first)).toEqual([`${processor}/ping`, `${processor}/terminal_details`])
  const refused = (name: string) => proxy.refused.filter((request) => request.endsWith(name)).length
  // Counted over all tests of this file; two cancels may have been under way at once.
  expect(refused('/events')).toBe(1)
  expect(refused('/cancel')).toBeLessThanOrEqual(2)
})
