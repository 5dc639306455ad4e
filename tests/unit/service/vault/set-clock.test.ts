import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../../../src-service/app.ts'
import { silentLog } from '../../../support/silent-log.ts'

test('setting the clock 40 days ahead does not create a new data key before the 30 days are over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = {
    ...{ port: 0, host: '127.0.0.1', dataDirectory: folder, sandbox: true },
    ...{ rateLimit: null, checkReplies: true, privateKey: null, vaultKeys: undefined },
  }
  const { services, stop } = await createApp(config, silentLog)
  const { vault, clock } = services
  try {
    const before = vault.sealingKeyId()
    const now = Date.now
    const set = vi.spyOn(Date, 'now').mockImplementation(() => now() + 40 * 86_400_000)
    try {
      await vault.renewKeys()
    } finally {
      set.mockRestore()
    }
    expect(vault.sealingKeyId()).toBe(before)
    clock.advance(31 * 86_400_000)
    await vault.renewKeys()
    expect(vault.sealingKeyId()).not.toBe(before)
  } finally {
    await stop()
  }
})
