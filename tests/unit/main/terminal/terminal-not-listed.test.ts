import { expect, test } from 'vitest'
import { openCounterHarness } from '../support/counter-harness.ts'
import { startTestService } from '../support/service.ts'

test('a counter whose terminal the service does not list is not on its way for ever, and finds it once it is there', async () => {
  const service = await startTestService()
  const { access } = service
  let ahead = 0
  const counter = await openCounterHarness({
    access: () => access,
    accountId: access.accountId,
    hsn: 'VT-GONE',
    now: () => Date.now() + ahead,
  })
  try {
    await counter.terminalIs('connecting')
    ahead = 11_000
    await counter.terminalIs('offline')
    expect(counter.snapshot().terminal).toMatchObject({ hsn: 'VT-GONE', name: 'VT-GONE' })
    await service.plug({ hsn: 'VT-GONE' })
    await counter.terminalIs('connected')
  } finally {
    await counter.stop()
    await service.stop()
  }
})
