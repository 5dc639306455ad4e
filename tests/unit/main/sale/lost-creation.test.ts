import { expect, test } from 'vitest'
import { openCounterHarness } from '../support/counter-harness.ts'
import { withFaults } from '../support/faulty-service.ts'
import { startTestService, until } from '../support/service.ts'

const hsn = 'VT-1'

test('a sale whose creation got no answer leaves no open intent: it is found by its reference and closed', async () => {
  const service = await startTestService()
  await service.plug({ hsn })
  let lost = 0
  const access = withFaults(service.access, (name) => {
    if (name !== 'payment_intents.create') return 'pass'
    lost += 1
    return lost === 1 ? 'lose_answer' : 'pass'
  })
  const counter = await openCounterHarness({ access: () => access, accountId: service.access.accountId, hsn })
  try {
    await counter.terminalIs('connected')
    counter.charge(1200)
    const stopped = await counter.saleIs('stopped')
    expect(stopped).toMatchObject({ reason: 'service_unreachable', sale: { intent_id: null } })
    const [intent] = await service.intents()
    const reference = stopped.kind === 'stopped' ? stopped.sale.id : ''
    expect(intent).toMatchObject({ status: 'created', reference_id: reference, amount: 1200 })
    counter.sale.dispatch({ kind: 'finish' })
    await counter.saleIs('ready')
    const closed = await until(
      () => service.intents(),
      ([only]) => only?.status === 'cancelled',
    )
    expect(closed).toHaveLength(1)
    expect(await service.payments(intent?.id ?? '')).toEqual([])
    // The next sale is a new one, and succeeds.
    counter.charge(1300)
    await counter.saleIs('signing', 'approved')
    expect((await service.intents()).map(({ status }) => status).sort()).toEqual(['cancelled', 'captured'])
  } finally {
    await counter.stop()
    await service.stop()
  }
})
