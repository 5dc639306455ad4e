import { expect, test } from 'vitest'
import { startTabWatch } from '../../../../src-main/sale/tab-watch.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import type { Tab, TabStatus } from '../../../../src-shared/pos/bill/tab.ts'
import { at, facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog, until } from '../support/service.ts'

const tab = (id: string): Tab => ({
  sale: facts({ id, intent_id: `pi_${id}`, tab: { name: id, stage: 'opening' } }),
  payment: payment({ status: 'uncaptured' }),
  opened_at: at,
  status: 'unknown',
  rounds: [],
})

test('the hold of a tab is shown only as the service reports it, and looked up until the service answers', async () => {
  const shown: Record<string, string> = { pi_a: 'uncaptured', pi_b: 'cancelled', pi_c: 'processing' }
  let tabs: readonly Tab[] = [tab('a'), tab('b'), tab('c')]
  let up = false
  let asked = 0
  const client = {
    call: async (_: string, input: { params: { id: string } }) => {
      asked++
      return { ok: true, value: { status: shown[input.params.id] } }
    },
  } as unknown as Client
  const stop = startTabWatch({
    tabs: () => tabs,
    client: () => (up ? client : null),
    onSeen(id: string, status: TabStatus) {
      tabs = tabs.map((one) => (one.sale.id === id ? { ...one, status } : one))
    },
    log: quietLog,
    pauseMs: 1,
  })
  const statuses = () => tabs.map(({ status }) => status)
  try {
    expect(statuses()).toEqual(['unknown', 'unknown', 'unknown'])
    expect(asked).toBe(0)
    up = true
    await until(statuses, ([a, b]) => a === 'held' && b === 'ended')
    expect(statuses()[2]).toBe('unknown')
    shown.pi_c = 'uncaptured'
    await until(statuses, (now) => now[2] === 'held')
    // A known hold is looked up again as well, since others may capture it.
    shown.pi_a = 'captured'
    await until(statuses, (now) => now[0] === 'captured')
  } finally {
    stop()
  }
})
