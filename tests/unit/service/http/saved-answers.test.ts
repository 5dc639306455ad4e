import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSavedAnswers } from '../../../../src-service/http/saved-answers.ts'
import { createInFlight } from '../../../../src-service/idempotency/in-flight.ts'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import type { Store, WriteSet } from '../../../../src-service/store/store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { ok } from '../../../../src-shared/result.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { codeOf, mustOf } from '../intents/payments-harness.ts'

const clock = createClock()
const claim = { scope: 'mail a receipt', fingerprint: 'its body', created_at: clock.now() }
let folder: string
let store: Store
/** The engine refuses commits that save an answer while this returns true. */
let diskIsFull: (set: WriteSet) => boolean
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'saved-answers-'))
  store = createSqliteStore(join(folder, 'service.db'))
  diskIsFull = () => false
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

async function mailer() {
  const { commit } = store
  store.commit = (set) => (diskIsFull(set) ? Promise.reject(new Error('the disk is full')) : commit(set))
  const vault = await openVault({ directory: null })
  const { claimFirst } = createSavedAnswers({
    store,
    clock,
    newId: createIdSource(clock.now),
    vault,
    inFlight: createInFlight(),
    log: silentLog,
  })
  let mails = 0
  const mail = () =>
    claimFirst(claim, async () => {
      mails += 1
      return ok({ body: '{"sent":true}', headers: {} })
    })
  return { mail, mails: () => mails }
}
const isSave = ({ idempotency }: WriteSet) => idempotency?.op === 'save'

describe('work that is done but whose answer cannot be saved', () => {
  test('work whose answer cannot be saved is answered but not repeated: a repeat gets idempotency_answer_lost', async () => {
    const { mail, mails } = await mailer()
    diskIsFull = isSave
    expect(mustOf(await mail())).toMatchObject({ body: '{"sent":true}', replayed: false })
    expect(codeOf(await mail())).toBe('idempotency_in_progress')
    diskIsFull = () => false
    clock.advance(10_000)
    await expect.poll(async () => codeOf(await mail())).toBe('idempotency_answer_lost')
    expect(mails()).toBe(1)
  })

  test('when the engine refuses an answer once, its key is kept for as long as any answer', async () => {
    const { mail, mails } = await mailer()
    let refusals = 0
    diskIsFull = (set) => isSave(set) && refusals++ === 0
    mustOf(await mail())
    expect(codeOf(await mail())).toBe('idempotency_answer_lost')
    // Also after a restart, which removes the claims of interrupted requests.
    await store.purgeIdempotency({
      answersBefore: clock.verified() - 60_000,
      claimsBefore: Number.MAX_SAFE_INTEGER,
    })
    expect(codeOf(await mail())).toBe('idempotency_answer_lost')
    expect(mails()).toBe(1)
  })
})
