import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../../../src-main/paths.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import { ok } from '../../../../src-shared/result.ts'
import { must } from '../../../support/must.ts'
import { type CounterHarness, openCounterHarness } from '../support/counter-harness.ts'
import { withFaults } from '../support/faulty-service.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

const hsn = 'VT-1'
let service: TestService
const counters: CounterHarness[] = []

beforeEach(async () => {
  // The clock is advanced while a request is on its way to the bank, which decides after that.
  service = await startTestService({ bankDelayMs: 3_000 })
})
afterEach(async () => {
  for (const one of counters.splice(0)) await one.stop()
  await service.stop()
})

type Options = Partial<Parameters<typeof openCounterHarness>[0]>
async function open(options: Options = {}): Promise<CounterHarness> {
  const { access } = service
  const one = await openCounterHarness({ access: () => access, accountId: access.accountId, hsn, ...options })
  counters.push(one)
  return one
}
const noTips = { tip_presets: [], tip_custom: false }

describe('a payment whose outcome stays unknown', () => {
  /** A payment whose bank has not answered for two minutes. */
  async function unresolved(options: Options = {}): Promise<CounterHarness> {
    await service.plug({ hsn, card: '4000000000050015' })
    let ahead = 0
    const one = await open({ settings: noTips, now: () => Date.now() + ahead, ...options })
    await one.terminalIs('connected')
    one.charge(2200)
    await until(service.intents, ([intent]) => intent?.status === 'processing')
    await service.advance(31)
    await one.saleIs('checking')
    await until(one.sale.state, (state) => state.kind === 'checking' && state.since !== null)
    expect(one.sale.dispatch({ kind: 'finish' })).toBe(false)
    ahead = 121_000
    await until(one.sale.state, (state) => state.kind === 'checking' && state.parkable)
    return one
  }
  const parkedIs = (one: CounterHarness, kind: SaleState['kind']) =>
    until(
      () => one.snapshot().parked,
      ([first]) => first?.state.kind === kind,
    )

  test('an unresolved payment can be parked: the next customer pays, and its outcome is found later', async () => {
    const one = await unresolved()
    expect(one.sale.dispatch({ kind: 'finish' })).toBe(true)
    expect(one.sale.state()).toEqual({ kind: 'ready' })
    const [parked] = one.snapshot().parked
    const saleId = parked?.state.sale.id ?? ''
    expect(one.sale.acknowledgeParked(saleId)).toBe(false)

    await service.change(hsn, { card: '4111111111111111' })
    one.charge(500)
    await one.saleIs('approved')
    one.sale.dispatch({ kind: 'finish' })

    await service.advance(60)
    await parkedIs(one, 'deciding')
    expect(one.sale.decideParked(saleId, 'keep')).toBe(true)
    await parkedIs(one, 'approved')
    expect(one.sale.acknowledgeParked(saleId)).toBe(true)
    expect(one.snapshot().parked).toEqual([])
    const captured = (await service.intents()).map(({ amount_captured }) => amount_captured)
    expect(captured.sort()).toEqual([2200, 500])
  })

  test('a manager’s finding about a parked payment is a note at the service, and ends the payment at the counter', async () => {
    const one = await unresolved()
    one.sale.dispatch({ kind: 'finish' })
    const [parked] = one.snapshot().parked
    const saleId = parked?.state.sale.id ?? ''
    const asked = {
      id: 'note_of_line_7',
      sale_id: saleId,
      finding: 'done',
      text: 'Statement, line 7',
    } as const
    expect(await one.recordParked(asked)).toEqual(ok(null))
    const [recorded] = one.snapshot().parked
    expect(recorded?.state.kind).toBe('checking')
    expect(recorded?.record).toMatchObject({ finding: 'done', text: 'Statement, line 7', at_service: true })
    const [payment] = await service.payments(parked?.state.sale.intent_id ?? '')
    const params = { id: payment?.id ?? '' }
    const { data } = await must(service.client.call('payment_notes.list', { params, query: { limit: 5 } }))
    expect(data).toMatchObject([{ finding: 'done', text: 'Statement, line 7' }])
    // A finding is not proof: the payment keeps its status.
    expect(payment?.status).toBe('processing')
    expect(await one.recordParked(asked)).toMatchObject({ error: { code: 'not_now' } })
    expect(one.sale.acknowledgeParked(saleId)).toBe(true)
    expect(one.snapshot().parked).toEqual([])
    expect(one.sale.claims(parked?.state.sale.intent_id ?? '')).toBe(false)
  })

  test('a payment recorded as not charged is returned if the bank charges it after all', async () => {
    const one = await unresolved()
    one.sale.dispatch({ kind: 'finish' })
    const saleId = one.snapshot().parked[0]?.state.sale.id ?? ''
    const asked = { id: 'note_of_line_8', sale_id: saleId, finding: 'not_done', text: 'Not listed' } as const
    expect(await one.recordParked(asked)).toEqual(ok(null))
    expect(one.sale.acknowledgeParked(saleId)).toBe(true)
    await service.advance(60)
    const [intent] = await until(service.intents, ([found]) => found?.status === 'cancelled')
    expect(intent).toMatchObject({ amount_voided: 2200 })
  })

  test('a finding about a parked payment survives a crash, and the bank’s answer takes precedence', async () => {
    const first = await unresolved()
    first.sale.dispatch({ kind: 'finish' })
    const saleId = first.snapshot().parked[0]?.state.sale.id ?? ''
    const asked = { id: 'note_of_line_9', sale_id: saleId, finding: 'not_done', text: 'Not listed' } as const
    expect(await first.recordParked(asked)).toEqual(ok(null))
    await until(
      () => readFile(dataPaths(first.userData).sales(service.access.accountId), 'utf8'),
      (text) => text.includes('Not listed'),
    )
    const second = await open({ userData: first.userData })
    expect(second.snapshot().parked[0]?.record).toMatchObject({ finding: 'not_done' })
    await service.advance(60)
    await parkedIs(second, 'deciding')
    expect(second.sale.acknowledgeParked(saleId)).toBe(false)
  })

  test('a parked payment survives a crash, and is voided when a person decides so', async () => {
    const first = await unresolved()
    first.sale.dispatch({ kind: 'finish' })
    // The first counter is left as a killed process would leave it: only its journal remains.
    await until(
      () => readFile(dataPaths(first.userData).sales(service.access.accountId), 'utf8'),
      (text) => text.includes('"parked":[{'),
    )
    const second = await open({ userData: first.userData })
    expect(second.sale.state()).toEqual({ kind: 'ready' })
    const saleId = second.snapshot().parked[0]?.state.sale.id ?? ''
    await service.advance(60)
    await parkedIs(second, 'deciding')
    second.sale.decideParked(saleId, 'void')
    await parkedIs(second, 'stopped')
    expect(second.snapshot().parked[0]?.state).toMatchObject({ money: 'voided' })
    const [intent] = await service.intents()
    expect(intent).toMatchObject({ status: 'cancelled', amount_voided: 2200 })
  })
})

test('the prompt of a parked sale whose cancel was lost in a crash is cancelled at the next start', async () => {
  await service.plug({ hsn, script: 'silent' })
  const first = await open({ settings: noTips })
  await first.terminalIs('connected')
  first.charge(2200)
  await until(first.sale.state, (state) => state.kind === 'authorizing' && state.step !== null)
  const deaf = withFaults(service.access, (name) => (name === 'terminals.cancel' ? 'never_arrives' : 'pass'))
  let ahead = 0
  const now = () => Date.now() + ahead
  const second = await open({ userData: first.userData, access: () => deaf, now })
  await until(second.sale.state, (state) => state.kind === 'checking' && state.since !== null)
  ahead = 121_000
  await until(second.sale.state, (state) => state.kind === 'checking' && state.parkable)
  second.sale.dispatch({ kind: 'finish' })
  await until(
    () => readFile(dataPaths(first.userData).sales(service.access.accountId), 'utf8'),
    (text) => text.includes('"parked":[{'),
  )
  const third = await open({ userData: first.userData })
  await until(
    () => third.terminal.ping(),
    (ping) => ping?.ok === true && ping.value.busy === false,
  )
  await until(
    () => third.snapshot().parked,
    ([one]) => one?.state.kind === 'stopped' && one.state.money === 'not_moved',
  )
})
