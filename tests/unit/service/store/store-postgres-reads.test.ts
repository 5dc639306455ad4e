import type pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { createReadQueue } from '../../../../src-service/store/postgres/read-queue.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A database that holds each statement until the test calls its `answer` or `fail`. */
function createSlowDatabase() {
  const statements: (Asked & {
    readonly answer: (rows: unknown[][]) => void
    readonly fail: (error: Error) => void
  })[] = []
  const query = ({ text, values }: Asked) =>
    new Promise((resolve, reject) => {
      statements.push({ text, values, answer: (rows) => resolve({ rows }), fail: reject })
    })
  const read = createReadQueue({ query } as unknown as pg.Pool, (text) => ({ text }))
  return { statements, read }
}

const text = 'SELECT id FROM things WHERE account_id = $1 AND id = $2'

describe('reads that wait for PostgreSQL', () => {
  test('a read is sent alone when no other is waiting', async () => {
    const { statements, read } = createSlowDatabase()
    const found = read(text, ['a', 'one'])
    await turn()
    expect(statements).toMatchObject([{ text, values: ['a', 'one'] }])
    statements[0]?.answer([['one']])
    expect(await found).toEqual([['one']])
  })

  test('waiting reads share a statement, and each gets its own rows', async () => {
    const { statements, read } = createSlowDatabase()
    const ids = ['one', 'none', 'two']
    const found = Promise.all(ids.map((id) => read(text, ['a', id])))
    await turn()
    expect(statements).toHaveLength(1)
    expect(statements[0]?.values).toEqual([['a', 'a', 'a'], ids])
    expect(statements[0]?.text).toContain('account_id = asked.value_1 AND id = asked.value_2')
    statements[0]?.answer([
      [3, 'two'],
      [1, 'one'],
      [3, 'two again'],
    ])
    expect(await found).toEqual([[['one']], [], [['two'], ['two again']]])
  })

  test('waiting reads share statements only with the same SQL, and collect while four are under way', async () => {
    const { statements, read } = createSlowDatabase()
    for (let number = 0; number < 5; number += 1) void read(`SELECT ${number} WHERE $1 = $1`, ['a'])
    await turn()
    void read('SELECT 4 WHERE $1 = $1', ['b'])
    expect(statements).toHaveLength(4)
    statements[2]?.answer([])
    await turn()
    expect(statements.map(({ values }) => values)).toEqual([['a'], ['a'], ['a'], ['a'], [['a', 'b']]])
  })

  test('all reads of a failed statement are refused, and the next ones continue', async () => {
    const { statements, read } = createSlowDatabase()
    const failed = Promise.allSettled(['one', 'two'].map((id) => read(text, ['a', id])))
    await turn()
    statements[0]?.fail(new Error('the line is cut'))
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const found = read(text, ['a', 'three'])
    await turn()
    statements[1]?.answer([['three']])
    expect(await found).toEqual([['three']])
  })

  test('reads are sent one by one when the server refuses a value of one of them', async () => {
    const { statements, read } = createSlowDatabase()
    const asked = Promise.allSettled(['good', 'bad', 'fine'].map((id) => read(text, ['a', id])))
    await turn()
    const refusal = Object.assign(new Error('invalid byte sequence'), { code: '22021', severity: 'ERROR' })
    statements[0]?.fail(refusal)
    await turn()
    statements[1]?.answer([['good']])
    await turn()
    statements[2]?.fail(refusal)
    await turn()
    statements[3]?.answer([['fine']])
    expect(await asked).toEqual([
      { status: 'fulfilled', value: [['good']] },
      { status: 'rejected', reason: refusal },
      { status: 'fulfilled', value: [['fine']] },
    ])
  })

  test('waiting reads are refused when the server hangs, so that they do not pile up', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { statements, read } = createSlowDatabase()
    const hanging = [0, 1, 2, 3].map((number) => read(`SELECT ${number} WHERE $1 = $1`, ['a']))
    await turn()
    const late = Promise.allSettled([read(text, ['a', 'one']), read(text, ['a', 'two'])])
    vi.advanceTimersByTime(10_001)
    const recent = read(text, ['a', 'three'])
    statements[0]?.fail(new Error('no answer'))
    await expect(hanging[0]).rejects.toThrow('no answer')
    expect((await late).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(statements[4]?.values).toEqual(['a', 'three'])
    statements[4]?.answer([['three']])
    expect(await recent).toEqual([['three']])
  })
})
