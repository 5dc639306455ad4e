import { describe, expect, test, vi } from 'vitest'
import { isSavedAnswer, runDecision } from '../../../../src-service/commit.ts'
import { runClaimed } from '../../../../src-service/idempotency/keyed-work.ts'
import { type ServiceError, serviceError } from '../../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../../src-shared/result.ts'
import { claim, codeOf, openTenant, refuse } from '../tenant-name-harness.ts'

describe('work with outside effects before its commit', () => {
  test('work with outside effects starts once: a repeat is refused while the first runs, then gets its answer', async () => {
    const { services, append } = await openTenant()
    let charges = 0
    let finish: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      finish = resolve
    })
    const work = async () => {
      charges += 1
      await waiting
      return runDecision(services, { ...append('a'), idempotency: claim() })
    }
    const first = runClaimed(services, claim(), work)
    const during = await runClaimed(services, claim(), work)
    expect(codeOf(during)).toBe('idempotency_in_progress')
    finish()
    expect(codeOf(await first)).toBe('ok')
    const after = await runClaimed(services, claim(), work)
    expect(after.ok && isSavedAnswer(after.value) && after.value.replayed).toBe(true)
    expect(charges).toBe(1)
  })

  test('work with outside effects gives its key back when it fails, by a refusal or an error', async () => {
    const { services, append } = await openTenant()
    const failing = () => runDecision(services, { ...refuse, idempotency: claim() })
    expect(codeOf(await runClaimed(services, claim(), failing))).toBe('state_conflict')
    const broken = async () => {
      throw new Error('a fault')
    }
    await expect(runClaimed(services, claim(), broken)).rejects.toThrow('a fault')
    const good = () => runDecision(services, { ...append('a'), idempotency: claim() })
    expect(codeOf(await runClaimed(services, claim(), good))).toBe('ok')
  })

  test('work with outside effects keeps its key after a commit without an answer, which may still be written', async () => {
    const { store, services, append } = await openTenant()
    let begun = 0
    const work = async () => {
      begun += 1
      const unanswered = Object.assign(new Error('no answer'), { outcomeUnknown: true })
      vi.spyOn(store, 'commit').mockRejectedValueOnce(unanswered)
      return runDecision(services, { ...append('a'), idempotency: claim() })
    }
    await expect(runClaimed(services, claim(), work)).rejects.toThrow('no answer')
    expect(codeOf(await runClaimed(services, claim(), work))).toBe('idempotency_in_progress')
    expect(begun).toBe(1)
  })

  test('work with outside effects gives its key back after a success that it does not save', async () => {
    const { services, append } = await openTenant()
    const unsaved = () => runDecision(services, append('a'))
    expect(await runClaimed(services, claim(), unsaved)).toEqual(ok({ name: 'a' }))
    expect(await runClaimed(services, claim(), unsaved)).toEqual(ok({ name: 'aa' }))
  })

  test('work with outside effects returns its result even when its key cannot be given back', async () => {
    const { store, services } = await openTenant()
    const full = async () => {
      vi.spyOn(store, 'commit').mockRejectedValueOnce(new Error('the disk is full'))
      return ok('charged')
    }
    expect(await runClaimed(services, claim(), full)).toEqual(ok('charged'))
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
      const { services, read, append } = await openTenant()
      let begun = 0
      const work = async (): Promise<Result<{ readonly name: string }, ServiceError>> => {
        begun += 1
        const binds = { claim: claim(), id: 'ten_one' }
        const bound = await runDecision(services, { ...append('a'), binds })
        if (!bound.ok) throw new Error('not bound')
        return after()
      }
      const resumed: string[] = []
      const ask = (asked = claim()) =>
        runClaimed<{ readonly name: string }>(services, asked, work, async (id) => {
          resumed.push(id)
          return ok({ name: 'as it is by now' })
        }).catch((error: Error) => err(serviceError('internal', error.message)))
      return { ask, read, resumed, begun: () => begun }
    }

    test(`work that has bound its key and ends in ${end} keeps it: a repeat resumes it and starts nothing`, async () => {
      const { ask, read, resumed, begun } = await binding()
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
