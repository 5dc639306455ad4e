import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../../../src-service/app.ts'
import { silentLog } from '../../../support/silent-log.ts'

describe('a data folder', () => {
  const open = (dataDirectory: string, sandbox: boolean) =>
    createApp(
      {
        ...{ port: 0, host: '127.0.0.1', dataDirectory, sandbox, rateLimit: null, checkReplies: true },
        ...{ vaultKeys: undefined, privateKey: null },
      },
      silentLog,
    )
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return folder
  }

  test.each([true, false])(
    'a data folder of one environment (sandbox: %s) is refused by the other',
    async (sandbox) => {
      const folder = newFolder()
      await (await open(folder, sandbox)).stop()
      await expect(open(folder, !sandbox)).rejects.toThrow(sandbox ? 'of a sandbox' : 'not of a sandbox')
      await (await open(folder, sandbox)).stop()
    },
  )

  test('the data folder of a sandbox is also recognized by its database', async () => {
    const folder = newFolder()
    await (await open(folder, true)).stop()
    rmSync(join(folder, 'environment'))
    await expect(open(folder, false)).rejects.toThrow('of a sandbox')
  })

  test('a data folder that others could read is restricted to its owner', async () => {
    const folder = newFolder()
    await (await open(folder, true)).stop()
    chmodSync(folder, 0o755)
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
    await (await open(folder, true)).stop()
    const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) => [
      path,
      statSync(path).mode & 0o077,
    ])
    expect(modes.filter(([, open]) => open !== 0)).toEqual([])
  })
})
