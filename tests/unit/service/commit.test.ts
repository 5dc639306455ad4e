import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isSavedAnswer, runDecision } from '../../../src-service/commit.ts'
import { runClaimed } from '../../../src-service/idempotency/keyed-work.ts'
import type { IdempotencyClaim, Row, Store } from '../../../src-service/store/store.ts'
import { createClock } from '../../../src-service/time/clock.ts'
import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { createIdSource } from '../../../src-shared/ids.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { openSqliteStore } from '../../support/sqlite-store.ts'

interface NamedTenant {
  readonly name: string
}

const clock = createClock()
const newId = createIdSource(clock.now)
let folder: string
let store: Store
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commit-'))
  store = openSqliteStore(join(folder, 'service.db'))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const services = () => ({ store, clock, newId })
const tenantRow = (name: string, version: number): Row<NamedTenant> => ({
  account_id: '',
  id: 'ten_one',
  version,
  created_at: 1,
  updated_at: 1,
  document: { name },
})
const open = () => store.commit({ writes: [{ op: 'insert', kind: 'tenant', row: tenantRow('', 1) }] })
const read = async () => (await store.get<NamedTenant>('tenant', '', 'ten_one')) ?? tenantRow('', 0)

/** Appends a letter to the name, so that every run leaves a trace. */
const append = (letter: string) => ({
  load: async (): Promise<Result<Row<NamedTenant>, never>> => ok(await read()),
  decide: (row: Row<NamedTenant>) => {
    const name = row.document.name + letter
    return ok({
      writes: [{ op: 'update' as const, kind: 'tenant' as const, row: tenantRow(name, row.version + 1) }],
      events: [],
      reply: { name },
    })
  },
})
const refuse = {
  load: async () => ok(null),
  decide: () => err(serviceError('state_conflict', 'No.')),
}
const claim = (changes: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  scope: 'scope of a request',
  fingerprint: 'its body',
  created_at: clock.now(),
  ...changes,
})
const codeOf = (result: Result<unknown, { code: string }>) => (result.ok ? 'ok' : result.error.code)

describe('a decision', () => {
  test('a decision is made again when another was faster, so that no change is lost', async () => {
    await open()
    const letters = ['a', 'b', 'c', 'd']
    const results = await Promise.all(letters.map((letter) => runDecision(services(), append(letter))))
    expect(results.every((result) => result.ok)).toBe(true)
    expect([...(await read()).document.name].sort()).toEqual(letters)
  })

  test('a decision is given up after several tries, with an error that its change was not written', async () => {
    await open()
    const stale = { ...append('x'), load: async () => ok(tenantRow('', 7)) }
    const result = await runDecision(services(), stale)
    expect(result).toMatchObject({
      error: {
        code: 'lock_timeout',
        message: expect.stringContaining('this request was not carried out'),
      },
    })
    expect((await read()).document.name).toBe('')
  })

  test('a decision that refuses writes nothing', async () => {
    await open()
    expect(codeOf(await runDecision(services(), refuse))).toBe('state_conflict')
    expect((await read()).version).toBe(1)
  })

  test('the answer to a decision with a key is saved, and a repeat gets the same body', async () => {
    await open()
    const first = await runDecision(services(), { ...append('a'), idempotency: claim() })
    const again = await runDecision(services(), { ...append('a'), idempotency: claim() })
    if (!first.ok || !again.ok || !isSavedAnswer(first.value) || !isSavedAnswer(again.value)) {
      throw new Error('not saved')
    }
    expect([first.value.replayed, again.value.replayed]).toEqual([false, true])
    expect(again.value.body).toBe(first.value.body)
    expect((await read()).document.name).toBe('a')
  })

  test('a repeat gets the saved answer even when the decision would now refuse', async () => {
    await open()
    await runDecision(services(), { ...append('a'), idempotency: claim() })
    const again = await runDecision(services(), { ...refuse, idempotency: claim() })
    expect(again.ok && isSavedAnswer(again.value) && again.value.replayed).toBe(true)
  })

  test('a key that was used with another body is refused', async () => {
    await open()
    await runDecision(services(), { ...append('a'), idempotency: claim() })
    const other = { ...append('b'), idempotency: claim({ fingerprint: 'another' }) }
    expect(codeOf(await runDecision(services(), other))).toBe('idempotency_key_reused')
  })
})

describe('work with outside effects before its commit', () => {
  test('work with outside effects starts once: a repeat is refused while the first runs, then gets its answer', async () => {
    await open()
    let charges = 0
    let finish: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      finish = resolve
    })
    const work = async () => {
      charges += 1
      await waiting
      return runDecision(services(), { ...append('a'), idempotency: claim() })
    }
    const first = runClaimed(services(), claim(), work)
    const during = await runClaimed(services(), claim(), work)
    expect(codeOf(during)).toBe('idempotency_in_progress')
    finish()
    expect(codeOf(await first)).toBe('ok')
    const after = await runClaimed(services(), claim(), work)
    expect(after.ok && isSavedAnswer(after.value) && after.value.replayed).toBe(true)
    expect(charges).toBe(1)
  })

  test('work with outside effects gives its key back when it fails, by a refusal or an error', async () => {
    await open()
    const failing = () => runDecision(services(), { ...refuse, idempotency: claim() })
    expect(codeOf(await runClaimed(services(), claim(), failing))).toBe('state_conflict')
    const broken = async () => {
      throw new Error('a fault')
    }
    await expect(runClaimed(services(), claim(), broken)).rejects.toThrow('a fault')
    const good = () => runDecision(services(), { ...append('a'), idempotency: claim() })
    expect(codeOf(await runClaimed(services(), claim(), good))).toBe('ok')
  })

  test('work with outside effects keeps its key after a commit without an answer, which may still be written', async () => {
    await open()
    let begun = 0
    const work = async () => {
      begun += 1
      const unanswered = Object.assign(new Error('no answer'), { outcomeUnknown: true })
      vi.spyOn(store, 'commit').mockRejectedValueOnce(unanswered)
      return runDecision(services(), { ...append('a'), idempotency: claim() })
    }
    await expect(runClaimed(services(), claim(), work)).rejects.toThrow('no answer')
    expect(codeOf(await runClaimed(services(), claim(), work))).toBe('idempotency_in_progress')
    expect(begun).toBe(1)
  })

  test('work with outside effects gives its key back after a success that it does not save', async () => {
    await open()
    const unsaved = () => runDecision(services(), append('a'))
    expect(await runClaimed(services(), claim(), unsaved)).toEqual(ok({ name: 'a' }))
    expect(await runClaimed(services(), claim(), unsaved)).toEqual(ok({ name: 'aa' }))
  })

  test('work with outside effects returns its result even when its key cannot be given back', async () => {
    await open()
    const full = async () => {
      vi.spyOn(store, 'commit').mockRejectedValueOnce(new Error('the disk is full'))
      return ok('charged')
    }
    expect(await runClaimed(services(), claim(), full)).toEqual(ok('charged'))
  })

  describe.each([
    ['a refusal', async () => err(serviceError('lock_timeout', 'It lost every race.'))],
    [
      'a fault',
      async () => {
        throw new Error('a fault')
      },
    ],
    ['a success that is not final', async () => ok({ name: 'not final' })],
  ] as const)('that has bound its key and ends in %s', (end, after) => {
    const binding = async () => {
      await open()
      let begun = 0
      const work = async (): Promise<Result<{ readonly name: string }, ServiceError>> => {
        begun += 1
        const binds = { claim: claim(), id: 'ten_one' }
        const bound = await runDecision(services(), { ...append('a'), binds })
        if (!bound.ok) throw new Error('not bound')
        return after()
      }
      const resumed: string[] = []
      const ask = (asked = claim()) =>
        runClaimed<{ readonly name: string }>(services(), asked, work, async (id) => {
          resumed.push(id)
          return ok({ name: 'as it is by now' })
        }).catch((error: Error) => err(serviceError('internal', error.message)))
      return { ask, resumed, begun: () => begun }
    }

    test(`work that has bound its key and ends in ${end} keeps it: a repeat resumes it and starts nothing`, async () => {
      const { ask, resumed, begun } = await binding()
      await ask()
      expect(await ask()).toEqual(ok({ name: 'as it is by now' }))
      expect(await ask()).toEqual(ok({ name: 'as it is by now' }))
      expect(resumed).toEqual(['ten_one', 'ten_one'])
      expect(begun()).toBe(1)
      expect((await read()).document.name).toBe('a')
    })

    test(`work that has bound its key and ends in ${end} refuses the key with another body`, async () => {
      const { ask, resumed } = await binding()
      await ask()
      expect(codeOf(await ask(claim({ fingerprint: 'another' })))).toBe('idempotency_key_reused')
      expect(resumed).toEqual([])
    })
  })
})
