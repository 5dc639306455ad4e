import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditHeadPath } from '../../../../src-main/audit/audit-files.ts'
import { runVerifyCommand } from '../../../../src-main/audit/verify-command.ts'
import { dataPaths } from '../../../../src-main/paths.ts'
import { createClient } from '../../../../src-shared/api/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { auditCounter } from './audit-counter.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

type Counter = Awaited<ReturnType<typeof auditCounter>>
const linesIn = async (path: string) =>
  (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
const rewrite = async (path: string, change: (lines: string[]) => readonly string[]) =>
  writeFile(path, `${change(await linesIn(path)).join('\n')}\n`)
const kindsOf = async (counter: Counter) => (await counter.verify()).faults.map(({ kind }) => kind)

/** Returns the exit code and output of the verification program, run against the counter's service. */
async function commandLine({ folder, id }: Counter): Promise<{ code: number; printed: string }> {
  const { url, apiKey, accountId } = service.access
  const file = dataPaths(folder).counterId(accountId)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify({ id }))
  const env = {
    COUNTERTOP_SERVICE_URL: url,
    COUNTERTOP_API_KEY: apiKey,
    COUNTERTOP_ACCOUNT_ID: accountId,
    COUNTERTOP_MERCHANT_ID: 'merchant',
  }
  const printed: string[] = []
  const code = await runVerifyCommand(['--folder', folder], env, (text) => void printed.push(text))
  return { code, printed: printed.join('\n') }
}

/** Each attack begins with 30 entries whose head the service has. */
const attacks: readonly (readonly [
  string,
  (counter: Counter) => Promise<unknown>,
  readonly object[],
  RegExp,
])[] = [
  [
    'a byte that is changed',
    ({ path }) => rewrite(path, (lines) => lines.map((line) => line.replace('"amount":7}', '"amount":8}'))),
    [{ kind: 'changed', entry: 7, line: 7 }],
    /WRONG: audit\.jsonl, line 7: entry 7 was changed/,
  ],
  [
    'a line that is dropped',
    ({ path }) => rewrite(path, (lines) => lines.filter((_, index) => index !== 4)),
    [{ kind: 'gap', expected: 5, found: 6 }],
    /WRONG: audit\.jsonl, line 5: entry 5 is missing/,
  ],
  [
    'lines that are swapped',
    ({ path }) =>
      rewrite(path, ([first = '', second = '', third = '', ...rest]) => [first, third, second, ...rest]),
    [{ kind: 'gap', expected: 2, found: 3 }, { kind: 'gap' }, { kind: 'gap' }],
    /WRONG: audit\.jsonl, line 3: entry 2 stands where 4 must be/,
  ],
  [
    'a tail that is cut off',
    ({ path }) => rewrite(path, (lines) => lines.slice(0, 20)),
    [
      { kind: 'cut_off', expected: 30, found: 20 },
      { kind: 'rolled_back', expected: 30, found: 20 },
    ],
    /WRONG: the end is cut off: entries 21 to 30 are missing/,
  ],
  [
    'a file that is replaced, with a head of its own',
    async ({ path, folder }) => {
      await rm(join(folder, 'staff'), { recursive: true })
      const other = await auditCounter(service.client)
      await other.launch(40, null)
      await cp(dirname(other.path), dirname(path), { recursive: true })
    },
    [{ kind: 'replaced', entry: 30, after: 0 }],
    /WRONG: written anew after entry 0: entry 30 is not the one that the payment service knew/,
  ],
  [
    'a folder that is deleted',
    ({ path }) => rm(dirname(path), { recursive: true }),
    [{ kind: 'rolled_back', expected: 30, found: 0 }],
    /WRONG: all is deleted: the payment service knew 30 entries/,
  ],
]

describe('an audit log whose head is anchored at the service', () => {
  test.each(attacks)(
    '%s is detected by a verification and by the command line, and recorded at the next start',
    async (_, attack, faults, words) => {
      const counter = await auditCounter(service.client)
      await counter.launch(30)
      expect(await counter.verify()).toMatchObject({
        entries: 30,
        anchor: 'compared',
        faults: [],
        recorded: [],
      })
      expect(await commandLine(counter)).toMatchObject({ code: 0 })
      await attack(counter)
      const attacked = await counter.verify()
      expect(attacked.faults).toMatchObject(faults)
      const { code, printed } = await commandLine(counter)
      expect(printed).toMatch(words)
      expect(code).toBe(1)
      await counter.launch(1)
      const after = await counter.verify()
      expect(after.entries).toBeGreaterThan(30)
      expect(after.recorded.length).toBeGreaterThan(0)
      // Lost entries stay missing: numbering continues after the last one known to the service, and nothing is refused.
      expect(after.faults.filter(({ kind }) => kind === 'rolled_back' || kind === 'contradicted')).toEqual([])
      await counter.launch(1)
      expect((await counter.verify()).recorded).toHaveLength(after.recorded.length)
    },
  )

  test('a folder that is rolled back is detected, with a matching local head or not', async () => {
    const counter = await auditCounter(service.client)
    const staff = dirname(counter.path)
    await counter.launch(30)
    await cp(staff, join(counter.folder, 'kept'), { recursive: true })
    await counter.launch(30)
    await rm(staff, { recursive: true })
    await cp(join(counter.folder, 'kept'), staff, { recursive: true })
    expect((await counter.verify()).faults).toMatchObject([{ kind: 'rolled_back', expected: 60, found: 30 }])
    expect((await commandLine(counter)).printed).toContain('of an earlier time: entries 31 to 60 are missing')
    await counter.launch(5, null)
    await counter.launch(1)
    const { recorded, faults, entries } = await counter.verify()
    expect(recorded).toMatchObject([{ entry: 61, fault: 'rolled_back expected 60 found 35' }])
    expect({ faults, entries }).toEqual({ faults: [], entries: 62 })
  })

  test('a chain that is rewritten from an entry on is detected between the anchored heads', async () => {
    const counter = await auditCounter(service.client)
    await counter.launch(10)
    await cp(dirname(counter.path), join(counter.folder, 'kept'), { recursive: true })
    await counter.launch(10)
    await rm(dirname(counter.path), { recursive: true })
    await cp(join(counter.folder, 'kept'), dirname(counter.path), { recursive: true })
    await counter.launch(25, null)
    expect((await counter.verify()).faults).toMatchObject([{ kind: 'replaced', entry: 20, after: 10 }])
  })

  test('a copy of the counter that runs in parallel is detected by the heads that the service refuses', async () => {
    const counter = await auditCounter(service.client)
    await counter.launch(10)
    const copy = { count: 10, hash: 'f'.repeat(64) }
    expect(await counter.anchors.post(copy, new Date().toISOString(), false)).toMatchObject({
      value: { status: 'refused', refused_because: 'other_hash' },
    })
    expect(await kindsOf(counter)).toEqual(['contradicted'])
  })

  test('after an outage and a restart, the audit log is anchored by its newest head', async () => {
    const counter = await auditCounter(service.client)
    await counter.launch(12, null)
    expect(await counter.verify()).toMatchObject({ anchor: 'none', anchors: 0, faults: [] })
    await counter.launch(0)
    expect(await counter.verify()).toMatchObject({ anchor: 'compared', anchors: 1, faults: [] })
  })

  test('a counter that has lost its people is asked to lock, and asked again as long as a payment prevents it', async () => {
    const counter = await auditCounter(service.client)
    const asked: boolean[] = []
    const people = (hasPeople: boolean, locks: boolean) => ({
      hasPeople: () => hasPeople,
      async requirePeople() {
        asked.push(locks)
        return locks
      },
    })
    await counter.launch(3, counter.anchors, people(true, true))
    expect(asked).toEqual([])
    await rm(dirname(counter.path), { recursive: true })
    await counter.launch(1, counter.anchors, people(false, false))
    expect(asked).toEqual([false, false])
    await counter.launch(1, counter.anchors, people(false, true))
    expect(asked.slice(2)).toEqual([true])
    expect((await counter.verify()).recorded).toMatchObject([{ fault: 'rolled_back expected 3 found 0' }])
  })

  test('a service that does not support anchors is asked once, and the verification reports it', async () => {
    let asked = 0
    const foreign = createClient({
      ...{ baseUrl: 'http://127.0.0.1:9', apiKey: 'sk_none', accountId: 'acct_none' },
      async fetch() {
        asked += 1
        return new Response('<h1>Not found</h1>', { status: 404 })
      },
    })
    const counter = await auditCounter(foreign)
    await counter.launch(100)
    expect(asked).toBe(1)
    expect(await counter.verify()).toMatchObject({ entries: 100, anchor: 'unsupported', faults: [] })
  })
})

describe('an audit log of several files', () => {
  test('a full file is closed and the next file begins with its head, so that all form one chain', async () => {
    const counter = await auditCounter(service.client, { limit: 2_000 })
    await counter.launch(40)
    const files = (await readdir(dirname(counter.path))).filter((name) => name.endsWith('.jsonl')).sort()
    expect(files.length).toBeGreaterThan(3)
    expect(files[0]).toBe('audit.000001.jsonl')
    const [first = '{}'] = await linesIn(join(dirname(counter.path), 'audit.000002.jsonl'))
    const last = JSON.parse((await linesIn(join(dirname(counter.path), 'audit.000001.jsonl'))).at(-1) ?? '{}')
    expect(JSON.parse(first)).toMatchObject({
      command: 'audit.continued',
      n: last.n + 1,
      about: { file: 'audit.000001.jsonl', entries: last.n, head: last.hash },
    })
    await counter.launch(3)
    expect(await counter.verify()).toMatchObject({ files: files.length, faults: [], recorded: [] })
  })

  test('a full file that is missing, cut off or changed is detected, and the verification program names it', async () => {
    const counter = await auditCounter(service.client, { limit: 2_000 })
    await counter.launch(40)
    const older = join(dirname(counter.path), 'audit.000002.jsonl')
    const whole = await readFile(older, 'utf8')
    const printed: string[] = []
    const verify = async () => {
      printed.length = 0
      return runVerifyCommand(['--folder', counter.folder], {}, (text) => void printed.push(text))
    }
    expect(await verify()).toBe(0)
    await writeFile(older, whole.replace('"outcome":"done"', '"outcome":"gone"'))
    expect(await verify()).toBe(1)
    expect(printed.join()).toMatch(/WRONG: audit\.000002\.jsonl, line 1: entry \d+ was changed/)
    await rewrite(older, (lines) => lines.slice(0, -1))
    expect(await verify()).toBe(1)
    await rm(older)
    expect(await verify()).toBe(1)
    expect(printed.join()).toMatch(/WRONG: audit\.000003\.jsonl, line 1: entries \d+ to \d+ are missing/)
  })

  test('a missing head is detected even if the current file is missing as well and only full files are left', async () => {
    const counter = await auditCounter(service.client, { limit: 2_000 })
    await counter.launch(40, null)
    await rm(counter.path)
    await rm(auditHeadPath(counter.path))
    expect(await kindsOf(counter)).toEqual(['head_missing'])
  })
})

describe('the verification program', () => {
  test('the verification program prints JSON, and fails without a folder', async () => {
    const printed: string[] = []
    const print = (text: string) => void printed.push(text)
    expect(await runVerifyCommand([], {}, print)).toBe(2)
    const counter = await auditCounter(service.client)
    expect(await runVerifyCommand(['--folder', counter.folder], {}, print)).toBe(2)
    await counter.launch(2)
    expect(await runVerifyCommand(['--json'], { COUNTERTOP_USER_DATA: counter.folder }, print)).toBe(0)
    expect(JSON.parse(printed.at(-1) ?? '')).toMatchObject({ entries: 2, anchor: 'not_asked', faults: [] })
  })
})
