import { expect, test } from 'vitest'
import { openCounterHarness } from '../support/counter-harness.ts'
import { startTestService } from '../support/service.ts'

test('a terminal missing from the service’s list is shown as such, and is found once it is listed', async () => {
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
    await counter.terminalIs('not_owned')
    expect(counter.snapshot().terminal).toMatchObject({ hsn: 'VT-GONE', name: 'VT-GONE' })
    await service.plug({ hsn: 'VT-GONE' })
    await counter.terminalIs('connected')
  } finally {
    await counter.stop()
    await service.stop()
  }
})

test('a terminal released elsewhere no longer counts as the shop’s, and is connected again once it is activated', async () => {
  const service = await startTestService()
  const { access } = service
  await service.plug({ hsn: 'VT-LEFT' })
  const counter = await openCounterHarness({
    access: () => access,
    accountId: access.accountId,
    hsn: 'VT-LEFT',
  })
  try {
    await counter.terminalIs('connected')
    const released = await access.client.call('terminals.release', { body: { hsn: 'VT-LEFT' } })
    expect(released.ok).toBe(true)
    await counter.terminalIs('not_owned')
    expect(counter.snapshot().terminal).toMatchObject({ hsn: 'VT-LEFT', name: 'Terminal VT-LEFT' })
    await service.plug({ hsn: 'VT-LEFT' })
    await counter.terminalIs('connected')
  } finally {
    await counter.stop()
    await service.stop()
  }
})

test('when the terminal that was found first is released, the counter connects to no other, not even on request', async () => {
  const service = await startTestService()
  const { access } = service
  await service.plug({ hsn: 'VT-FIRST' })
  const counter = await openCounterHarness({ access: () => access, accountId: access.accountId, hsn: null })
  try {
    await counter.terminalIs('connected')
    await service.plug({ hsn: 'VT-OTHER' })
    expect((await access.client.call('terminals.release', { body: { hsn: 'VT-FIRST' } })).ok).toBe(true)
    await counter.terminalIs('not_owned')
    expect(counter.snapshot().terminal).toMatchObject({ hsn: 'VT-FIRST' })
    expect((await counter.terminal.connect(false)).ok).toBe(false)
    expect(counter.snapshot().terminal).toMatchObject({ kind: 'not_owned', hsn: 'VT-FIRST' })
    await counter.terminal.refresh()
    expect((await counter.terminal.connect(false)).ok).toBe(false)
    expect(counter.snapshot().terminal).toMatchObject({ kind: 'not_owned', hsn: 'VT-FIRST' })
    await service.plug({ hsn: 'VT-FIRST' })
    await counter.terminalIs('connected')
    expect(counter.snapshot().terminal).toMatchObject({ hsn: 'VT-FIRST' })
  } finally {
    await counter.stop()
    await service.stop()
  }
})
