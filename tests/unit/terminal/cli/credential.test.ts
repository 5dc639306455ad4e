import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { keep } from '../../../../src-terminal/cli/credential.ts'
import { createTestService } from '../../../support/test-service-key.ts'

// Without a handler, the failure ends the terminal in the middle of a sale.
test('a terminal that cannot store its credential reports that, and continues', async () => {
  const { credential } = await createTestService()
  const written: string[] = []
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  const credentialFile = join('no-such-folder', 'credential')
  await keep({ credentialFile }, credential)
  output.mockRestore()
  expect(written.join('')).toMatch(/"event":"credential_not_stored".*no-such-folder/)
  expect(written.join('')).not.toContain(credential.linkKey)
})
