import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { createClient } from '../../src-shared/api/client.ts'
import { startService } from '../contract/support/running-service.ts'
import { faultOf } from './answers.ts'
import { fuzzedOperations } from './contract.ts'
import { createGoodClient } from './good-client.ts'
import { createKnownIds } from './known-ids.ts'
import { type Credentials, type FuzzedRequest, requestsTo } from './requests.ts'
import { closeLines, type RawAnswer, send } from './send.ts'

/**
 * Sends requests of every kind to every operation of docs/api/openapi.json, on a real service: valid ones that build
 * upon one another, spoiled ones, and garbage. Every request must get an answer that matches the contract.
 *
 * npm run check:external -- fuzz --requests=20000 --seed=7
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const total = Number(values.requests)
const seed = Number(values.seed)

const clients = 6
/** Longer than any prompt of a terminal takes while the clock is moved forward. */
const limitMs = 60_000
const helpEveryMs = 1_000
const hsns = ['VT-FUZZ-1', 'VT-FUZZ-2', 'VT-FUZZ-3']
/** Each terminal is reconnected after this many requests, because random requests close its session now and then. */
const reconnectEvery = 20
const sellEvery = 10
/** Number of faults that are printed in full; the rest are counted. */
const shown = 40

const service = await startService()
const base = new URL(service.url)
const known = createKnownIds()
const other = await service.makeTenant()
let credentials: Credentials = {
  key: await service.makeKey('tenant_admin'),
  accountId: service.accountId,
  otherKeys: [service.publicKey, other.privateKey, await service.makeKey('read_only')],
  hsns,
}

/** Uses the current key, because a random request may revoke any key that it finds in a list. */
const helper = createClient({
  baseUrl: service.url,
  apiKey: credentials.key,
  accountId: service.accountId,
  fetch: (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-api-key', credentials.key)
    return fetch(url, { ...init, headers })
  },
})
let keyIsRevoked = false

const byStatus = new Map<string, number>()
const succeeded = new Set<string>()
const faults = new Map<string, { count: number; readonly example: FuzzedRequest }>()
const count = (status: string) => byStatus.set(status, (byStatus.get(status) ?? 0) + 1)

function record(request: FuzzedRequest, answer: RawAnswer | 'unsent' | 'cut' | 'silent'): void {
  count(typeof answer === 'string' ? answer : String(answer.status))
  if (answer === 'unsent') return
  if (typeof answer !== 'string' && answer.status === 401 && request.kind === 'valid') keyIsRevoked = true
  const fault = typeof answer === 'string' ? brokenLine(request, answer) : faultOf(request, answer)
  if (fault !== null) {
    const key = `${request.operation.name}: ${fault.replace(/[a-z]+_[0-9a-z]{20,}/g, '{id}')}`
    const before = faults.get(key)
    faults.set(key, { count: (before?.count ?? 0) + 1, example: before?.example ?? request })
  }
  if (typeof answer === 'string' || answer.status !== 200) return
  if (request.kind === 'valid') succeeded.add(request.operation.name)
  if (!request.operation.stream && request.method !== 'HEAD') known.learn(JSON.parse(answer.text))
}

/** Only bodies over the limit may be cut off while they are sent. */
const brokenLine = ({ body }: FuzzedRequest, answer: 'cut' | 'silent'): string | null =>
  answer === 'cut' && body !== null && body.length > 1_000_000 ? null : `the line is ${answer}`

const goodClient = createGoodClient(helper, known)
const waitingSince = new Set<number>()
let next = 0
async function client(): Promise<void> {
  while (next < total) {
    const number = next++
    if (keyIsRevoked) {
      keyIsRevoked = false
      credentials = { ...credentials, key: await service.makeKey('tenant_admin') }
    }
    if (number % reconnectEvery === 0)
      await goodClient.connect(hsns[(number / reconnectEvery) % hsns.length] ?? '')
    if (number % sellEvery === 0) await goodClient.sell(number % (2 * sellEvery) === 0)
    const operation = fuzzedOperations[number % fuzzedOperations.length]
    if (operation === undefined) continue
    const [request] = fc.sample(requestsTo(operation, known, credentials), {
      seed: seed + number,
      numRuns: 1,
    })
    if (request === undefined) continue
    const since = performance.now()
    waitingSince.add(since)
    record(request, await send(base, request, limitMs))
    waitingSince.delete(since)
  }
}

/** Prompts wait for a person by the service's clock, so the clock is moved forward while a request waits. */
const clockHelp = setInterval(() => {
  const longest = Math.max(0, ...[...waitingSince].map((since) => performance.now() - since))
  if (longest > helpEveryMs) void helper.call('sandbox.clock.advance', { body: { seconds: 20 } })
}, helpEveryMs)

for (const hsn of hsns) await goodClient.connect(hsn)

console.log(`${total} requests to ${fuzzedOperations.length} operations, seed ${seed}`)
try {
  await Promise.all(Array.from({ length: clients }, client))
} finally {
  clearInterval(clockHelp)
  closeLines()
  await service.stop()
}

const statuses = [...byStatus].sort().map(([status, times]) => `${status}: ${times}`)
console.log(`  answers: ${statuses.join(', ')}`)
const never = fuzzedOperations.filter(({ name }) => !succeeded.has(name)).map(({ name }) => name)
console.log(`  operations that never answered 200: ${never.join(', ') || 'none'}`)
for (const [fault, { count: times, example }] of [...faults].slice(0, shown)) {
  const { method, target, headers, body } = example
  console.log(`\n  ${fault} (${times} times), for example\n    ${method} ${target.slice(0, 200)}`)
  console.log(
    `    ${JSON.stringify(headers).slice(0, 400)}\n    ${body?.toString().slice(0, 1000) ?? 'no body'}`,
  )
}
if (faults.size > 0) console.log(`\n${faults.size} kinds of answers break the contract`)
// Garbage alone would be refused at once, and prove little.
const tooFew = succeeded.size < fuzzedOperations.length / 2
if (tooFew) console.log('fewer than half of the operations ever did what they are for: this proves little')
process.exitCode = faults.size > 0 || tooFew ? 1 : 0
