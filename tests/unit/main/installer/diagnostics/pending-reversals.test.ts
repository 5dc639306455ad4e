import { expect, test } from 'vitest'
import { openPendingReversals } from '../../../../../src-main/installer/diagnostics/pending-reversals.ts'
import { must } from '../../../../support/must.ts'
import { quietLog, startTestService } from '../../support/service.ts'

test('a returned test charge is reported as returned even if the disk is full by then', async () => {
  const service = await startTestService()
  try {
    const body = { amount: 100, currency: 'USD' } as const
    const { id } = await must(service.client.call('payment_intents.create', { body }))
    let written = 0
    const file = {
      read: async () => [],
      async write() {
        written++
        if (written > 1) throw new Error('ENOSPC: no space left on device')
      },
    }
    const reversals = await openPendingReversals({ file, client: () => service.client, log: quietLog })
    await reversals.add(id)
    expect(await reversals.reverse(id)).toBe(true)
    expect(written).toBe(2)
    reversals.stop()
  } finally {
    await service.stop()
  }
})
