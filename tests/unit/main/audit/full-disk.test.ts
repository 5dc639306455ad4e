import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openAuditTrail } from '../../../../src-main/audit/audit-trail.ts'
import { verifyAuditFiles } from '../../../../src-main/audit/verify-audit.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

afterEach(() => void vi.restoreAllMocks())

/** Lets the n-th write to a line file fail: the disk becomes full after some of its bytes. */
async function fullAtWrite(folder: string, n: number, bytes: number): Promise<void> {
  const probe = await open(join(folder, 'probe'), 'w')
  const prototype = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  const { appendFile } = prototype
  let writes = 0
  vi.spyOn(prototype, 'appendFile').mockImplementation(async function (this: FileHandle, data) {
    writes += 1
    if (writes !== n) return appendFile.call(this, data)
    await appendFile.call(this, String(data).slice(0, bytes))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
}

test.each([1, 2, 3, 4, 5, 6].flatMap((n) => [0, 1, 40].map((bytes) => [n, bytes] as const)))(
  'a disk that is full at write %i, after %i bytes, leaves an audit without signs of tampering',
  async (n, bytes) => {
    const folder = await temporaryFolder('audit-full-disk')
    const path = join(folder, 'audit.jsonl')
    // Each entry fills a file.
    const options = { path, now: Date.now, log: quietLog, limit: 1 }
    const trail = openAuditTrail(options)
    await fullAtWrite(folder, n, bytes)
    const add = (command: string) => {
      trail.add({ role: null, person_id: null, command, about: {}, outcome: 'done' })
      return trail.flush()
    }
    for (const name of ['a', 'b', 'c', 'd', 'e']) await add(`test.${name}`)
    await trail.close()
    expect(await verifyAuditFiles(path, null)).toMatchObject({ faults: [], recorded: [] })
    const next = openAuditTrail(options)
    next.add({ role: null, person_id: null, command: 'test.restarted', about: {}, outcome: 'done' })
    await next.flush()
    await next.close()
    expect(await verifyAuditFiles(path, null)).toMatchObject({ faults: [], recorded: [] })
  },
)
