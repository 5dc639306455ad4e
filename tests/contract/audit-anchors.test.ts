import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditAnchor } from '../../src-shared/api/schemas/audit-anchor.ts'
import { type Ask, createAsk } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const hash = (letter: string) => letter.repeat(64)
const recorded_at = '2026-11-22T12:00:00.000Z'
async function post(
  counter: string,
  sequence: number,
  letter: string,
  has_people = true,
): Promise<AuditAnchor> {
  const body = { counter, sequence, hash: hash(letter), recorded_at, has_people }
  const answer = await ask('audit_anchors.create', { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as AuditAnchor
}
async function list(query: string): Promise<readonly AuditAnchor[]> {
  const { status, body } = await ask('audit_anchors.list', { path: `/audit_anchors?${query}` })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { data: AuditAnchor[] }).data
}

describe('the anchors of an audit', () => {
  test('an anchor is stored as it was sent, listed newest first, separately for each counter', async () => {
    const first = await post('counter_first', 20, 'a')
    expect(first).toMatchObject({
      id: expect.stringMatching(/^aud_/),
      ...{ counter: 'counter_first', sequence: 20, hash: hash('a'), recorded_at, has_people: true },
      ...{ status: 'accepted', refused_because: null, standing: null },
    })
    const second = await post('counter_first', 40, 'b', false)
    const other = await post('counter_second', 1, 'c')
    expect(await list('counter=counter_first')).toEqual([second, first])
    expect(await list('counter=counter_second&status=accepted&limit=1')).toEqual([other])
    expect(await list('counter=counter_unknown')).toEqual([])
  })

  test('a repeated anchor gets the same answer, however old it is, and is stored once', async () => {
    const first = await post('counter_again', 20, 'a')
    await post('counter_again', 40, 'b')
    expect(await post('counter_again', 20, 'a')).toEqual(first)
    expect(await list('counter=counter_again')).toHaveLength(2)
  })

  test('an anchor that goes back is refused, with the current one, and stored as evidence', async () => {
    await post('counter_back', 40, 'b')
    const refused = await post('counter_back', 30, 'c', false)
    expect(refused).toMatchObject({
      ...{ status: 'refused', refused_because: 'goes_back' },
      standing: { sequence: 40, hash: hash('b'), has_people: true },
    })
    expect(await list('counter=counter_back&status=refused')).toEqual([refused])
    expect(await list('counter=counter_back&status=accepted')).toMatchObject([{ sequence: 40 }])
    expect(await post('counter_back', 41, 'd')).toMatchObject({ status: 'accepted' })
  })

  test('an anchor that is implausibly far ahead is refused for its sequence, and does not block later ones', async () => {
    const ahead = async (counter: string, sequence: number) => {
      const body = { counter, sequence, hash: hash('f'), recorded_at, has_people: true }
      return ask('audit_anchors.create', { body })
    }
    await post('counter_ahead', 40, 'b')
    for (const [counter, sequence] of [
      ['counter_ahead', 2 ** 53 - 1],
      ['counter_ahead', 100_000_041],
      ['counter_new_ahead', 100_000_001],
    ] as const) {
      expect(await ahead(counter, sequence)).toMatchObject({
        status: 400,
        body: { error: { code: 'parameter_invalid', param: 'sequence' } },
      })
    }
    expect(await list('counter=counter_new_ahead')).toEqual([])
    expect(await post('counter_ahead', 41, 'c')).toMatchObject({ status: 'accepted' })
    expect((await ahead('counter_ahead', 100_000_041)).status).toBe(200)
  })

  test('an anchor with another hash for a known entry is refused, for the newest entry and older ones', async () => {
    await post('counter_other', 20, 'a')
    await post('counter_other', 40, 'b')
    for (const sequence of [20, 40]) {
      expect(await post('counter_other', sequence, 'f')).toMatchObject({
        ...{ status: 'refused', refused_because: 'other_hash' },
        standing: { sequence: 40, hash: hash('b') },
      })
    }
  })

  test('of simultaneous anchors with different hashes for one entry, only one is accepted', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((letter) => post('counter_race', 5, letter)))
    expect(answers.filter(({ status }) => status === 'accepted')).toHaveLength(1)
    expect(await list('counter=counter_race&status=accepted')).toHaveLength(1)
    expect(await list('counter=counter_race&status=refused')).toHaveLength(3)
  })
})
