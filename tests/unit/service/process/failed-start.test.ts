import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../../../src-service/app.ts'
import { createLifeCycle } from '../../../../src-service/process/life-cycle.ts'
import { openDataDirectory } from '../../../../src-service/store/data-directory.ts'
import { silentLog } from '../../../support/silent-log.ts'

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

test('a service that cannot start reports why, even if a part cannot be closed either', async () => {
  const { dataDirectory, config } = newFolder()
  const logged: unknown[] = []
  const log = { ...silentLog, error: (facts: object, event: string) => void logged.push([event, facts]) }
  const { close } = Libsql.prototype
  vi.spyOn(Libsql.prototype, 'close').mockImplementation(function (this: Libsql.Database) {
    close.call(this)
    throw new Error('the folder cannot be given back')
  })
  const missing = join(dataDirectory, 'no-such-file')
  await expect(createApp({ ...config, claimKeys: missing }, log)).rejects.toThrow('no-such-file')
  expect(logged).toMatchObject([
    ['service.close_failed', { err: { message: 'the folder cannot be given back' } }],
  ])
})

test('a service whose modules cannot be stopped stops and closes all others, and reports the first failure', async () => {
  const ended: string[] = []
  const end = (name: string, failure?: string) => ({
    async stop() {
      ended.push(name)
      if (failure !== undefined) throw new Error(failure)
    },
  })
  const life = createLifeCycle({
    modules: [end('first'), end('second', 'the second failed'), end('third')],
    server: { close: async () => undefined, server: { closeIdleConnections() {} } } as never,
    opened: [
      () => {
        ended.push('store')
        throw new Error('the store failed')
      },
    ],
    listen: async () => '',
    jobs: [],
  })
  await life.listen()
  await expect(life.stop()).rejects.toThrow('the second failed')
  expect(ended).toEqual(['third', 'second', 'first', 'store'])
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
