import { expect, test } from 'vitest'
import { installerHandlers } from '../../../../src-main/ipc/installer-handlers.ts'
import type { DiagnosticResult } from '../../../../src-shared/pos/terminals/installer.ts'
import { ok } from '../../../../src-shared/result.ts'
import { quietLog } from '../support/service.ts'

type Area = Parameters<typeof installerHandlers>[0]['installer']

test('the result of a test sale is shown even if it cannot be stored', async () => {
  const sale: DiagnosticResult = {
    operation: 'auth_card',
    hsn: 'VT-1',
    ok: false,
    facts: [{ name: 'returned', kind: 'yes_no', value: 'false' }],
    signature: null,
    took_ms: 900,
  }
  const service = { try: async () => ok(sale) }
  const installer = { service: async () => service } as unknown as Area
  const full = async () => {
    throw new Error('ENOSPC: no space left on device')
  }
  const setup = { read: full, mark: full, tried: full }
  const logged: string[] = []
  const log = { ...quietLog, error: (_: object, event: string) => void logged.push(event) }
  const handlers = installerHandlers(
    { installer },
    async () => ({ setup }),
    async () => ok(null),
    log,
  )
  const answer = await handlers['terminals.try']({ hsn: 'VT-1', operation: 'auth_card', fields: {} })
  expect(answer).toEqual(ok(sale))
  expect(logged).toEqual(['setup.not_kept'])
})
