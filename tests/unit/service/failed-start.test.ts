import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../../src-service/app.ts'
import { silentLog } from '../../../src-service/log.ts'
import { openDataDirectory } from '../../../src-service/store/data-directory.ts'

function newFolder() {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'failed-start-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  const config = {
    ...{ port: 0, host: '127.0.0.1', dataDirectory, rateLimit: null, checkReplies: true, privateKey: null },
    ...{ sandbox: true, vaultKeys: randomBytes(32).toString('base64') },
  }
  return { dataDirectory, config }
}

test('a service that cannot start gives its folder back, whichever part fails', async () => {
  const { dataDirectory, config } = newFolder()
  const missing = join(dataDirectory, 'no-such-file')
  await expect(createApp({ ...config, claimKeys: missing }, silentLog)).rejects.toThrow('no-such-file')
  const production = createApp({ ...config, sandbox: false }, silentLog)
  await expect(production).rejects.toThrow('is of a sandbox')
  openDataDirectory(dataDirectory).release()
})

test('a service that is stopped while it starts starts nothing more, and ends once', async () => {
  const { dataDirectory, config } = newFolder()
  const app = await createApp(config, silentLog)
  const started = app.listen().then(
    () => 'it listens',
    (error: Error) => error.message,
  )
  await Promise.all([app.stop(), app.stop()])
  expect(await started).toBe('the service is stopping')
  openDataDirectory(dataDirectory).release()
})
