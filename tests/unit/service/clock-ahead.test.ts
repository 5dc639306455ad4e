import { describe, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../../src-service/app.ts'
import { readCommand } from '../../../src-service/config.ts'
import { silentLog } from '../../../src-service/log.ts'
import { createClient } from '../../../src-shared/api/client.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const configOf = async (...args: readonly string[]) => {
  const read = readCommand(['--port', '0', '--data', await temporaryFolder('clock-ahead'), ...args], {})
  if (!read.ok) return read.error
  if (read.value.name !== 'serve') throw new Error(read.value.name)
  return read.value.config
}

describe('--clock-ahead', () => {
  test('--clock-ahead has a sandbox begin where its clock was before a restart', async () => {
    const config = await configOf('--sandbox', '--clock-ahead', '864000')
    if (typeof config === 'string') throw new Error(config)
    const app = await createApp({ ...config, privateKey: `sk_${'a'.repeat(40)}` }, silentLog)
    onTestFinished(() => app.stop())
    const client = createClient({
      baseUrl: await app.listen(),
      apiKey: `sk_${'a'.repeat(40)}`,
      accountId: app.sandbox?.account_id ?? '',
    })
    const created = await client.call('payment_intents.create', { body: { amount: 100 } })
    if (!created.ok) throw new Error(JSON.stringify(created.error))
    expect(Date.parse(created.value.created_at) - Date.now()).toBeGreaterThan(863_000_000)
  })

  test('--clock-ahead is refused where money may be real, and for what is no time', async () => {
    expect(await configOf('--play-money', '--clock-ahead', '60')).toContain('--sandbox')
    expect(await configOf('--sandbox', '--clock-ahead', '-1')).toContain('--clock-ahead')
    expect(await configOf('--sandbox', '--clock-ahead', 'soon')).toContain('--clock-ahead')
  })
})
