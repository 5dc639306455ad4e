import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonFile } from '../../../../src-main/settings/json-file.ts'
import { type TerminalSession, terminalSessionSchema } from '../../../../src-main/terminal/session.ts'
import { createSessionFile, type SessionFile } from '../../../../src-main/terminal/session-file.ts'
import { createSessionManager } from '../../../../src-main/terminal/session-manager.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** A change of terminals waits 5 s for the release of the old one; a later release finds the new one's session. */
const folder = await temporaryFolder('session-file-')
const path = join(folder, 'terminal-session.json')
const file = () => jsonFile(path, terminalSessionSchema.nullable(), null)
let service: TestService
beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn: 'VT-1' })
  await service.plug({ hsn: 'VT-2' })
})
afterEach(async () => {
  await service.stop()
  await rm(path, { force: true })
})

const nothing = () => undefined
const managerOf = (hsn: string, sessionFile: SessionFile, access = async () => {}) =>
  createSessionManager({
    access: () => service.access,
    hsn: () => hsn,
    sessionFile,
    identity: async () => {
      await access()
      return { id: 'counter', name: 'Bar' }
    },
    now: Date.now,
    ...{ onStatus: nothing, onEvent: nothing, onBreak: nothing },
  })

test('a terminal released after the next one has connected leaves the new session in the file', async () => {
  // Each session file reads the content before its first request.
  const shared = file()
  const open = createSessionFile(shared)
  const old = managerOf('VT-1', open())
  expect((await old.ensure(0)).ok).toBe(true)
  const next = managerOf('VT-2', open())
  const held = await next.ensure(0)
  await old.close()
  expect(await shared.read()).toEqual(held.ok && held.value.session)
  await next.close()
  expect(await shared.read()).toBeNull()
})

test('a session that the old terminal was still opening does not replace the new one in the file', async () => {
  const shared = file()
  const open = createSessionFile(shared)
  let go = nothing
  const slow = new Promise<void>((resolve) => {
    go = () => resolve() as undefined
  })
  const old = managerOf('VT-1', open(), () => slow)
  const opening = old.ensure(0)
  const next = managerOf('VT-2', open())
  const held = await next.ensure(0)
  go()
  expect((await opening).ok).toBe(true)
  expect(await shared.read()).toEqual(held.ok && held.value.session)
  await old.close()
  expect(await shared.read()).toEqual(held.ok && held.value.session)
  await next.close()
})

test('an ended session is erased, and a session of an earlier run is read', async () => {
  const session = (key: string): TerminalSession => ({
    ...{ hsn: 'VT-1', key, issued_at: 1, expires_at: '2026-11-23T12:00:00Z' },
  })
  const kept = createSessionFile(file())()
  await kept.keep(session('first'))
  expect(await createSessionFile(file())().read()).toEqual(session('first'))
  const renewed = session('second')
  await kept.keep(renewed)
  await kept.forget(session('first'))
  expect(await file().read()).toEqual(renewed)
  await kept.forget(renewed)
  expect(await file().read()).toBeNull()
})
