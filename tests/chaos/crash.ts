import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Content, readContent, withDatabase } from './support/database.ts'
import { type Books, runLoad, settle, type Tracked } from './support/load.ts'
import { createRandom } from './support/random.ts'
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts'

export interface CrashOptions {
  /** An empty database; null: SQLite in a folder of its own. */
  readonly databaseUrl: string | null
  readonly kills: number
  readonly seed: number
  readonly say?: (line: string) => void
}

export interface CrashReport {
  readonly kills: number
  /** Requests that were under way when the service was killed. */
  readonly unanswered: number
  /** Of those, the ones that had been written all the same. */
  readonly writtenUnanswered: number
  readonly intents: number
  readonly changes: number
}

const clients = 16
/** How far the clock is moved at a time until the keys of dead processes are free, s. */
const stepSeconds = 90

/**
 * Kills the service by SIGKILL in the midst of concurrent creates, changes and cancels, starts it again on the same
 * data, and looks whether every acknowledged write is there, nothing is there by half, and each unanswered request
 * is done exactly once after it was repeated with its key. Again and again on the same data.
 * @throws with everything that is wrong.
 */
export async function crash({ databaseUrl, kills, seed, say }: CrashOptions): Promise<CrashReport> {
  const random = createRandom(seed)
  const folder = await mkdtemp(join(tmpdir(), 'crash-'))
  const books: Books = { tracked: [], random, name: `crash-${seed}`, count: 0 }
  const look = () => withDatabase(folder, databaseUrl, readContent)
  let unanswered = 0
  let writtenUnanswered = 0
  let held: readonly Tracked[] = []
  let service: ServiceProcess | null = await startServiceProcess(folder, databaseUrl)
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const load = runLoad(service.client, books, clients)
      await Promise.race([load, delay(100 + random() * 700)])
      await service.kill()
      await load
      service = await startServiceProcess(folder, databaseUrl)
      const found = countUnanswered(await look(), books, held)
      unanswered += found.unanswered
      writtenUnanswered += found.written
      held = await settle(service.client, books)
      if (databaseUrl === null && held.length > 0) throw new Error('a dead process holds a key of SQLite')
      compare(await look(), books)
      say?.(
        `kill ${kill}: ${books.tracked.length} intents, ${JSON.stringify(found)}, ${held.length} keys held`,
      )
    }
    await untilSettled(service, books)
    const content = await look()
    compare(content, books)
    await compareAnswers(service, books)
    const code = await service.stop()
    service = null
    if (code !== 0) throw new Error(`a stop by SIGTERM ended with code ${code}`)
    return { kills, unanswered, writtenUnanswered, intents: content.intents.size, changes: books.count }
  } finally {
    await service?.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws when something is there by half. */
function countUnanswered(content: Content, books: Books, heldBefore: readonly Tracked[]) {
  refuse(content.problems)
  const inDoubt = books.tracked.filter(
    (tracked) => tracked.unanswered !== null && !heldBefore.includes(tracked),
  )
  const byReference = new Map([...content.intents.values()].map((intent) => [intent.reference_id, intent]))
  const written = inDoubt.filter(({ reference, acknowledged }) => {
    const intent = byReference.get(reference)
    return intent !== undefined && !isDeepStrictEqual(intent, acknowledged)
  })
  return { unanswered: inDoubt.length, written: written.length }
}

/** What was acknowledged is there as it was told, once; and nothing else. */
function compare({ intents, problems }: Content, books: Books): void {
  const wrong = [...problems]
  const expected = new Set<string>()
  for (const { reference, acknowledged, unanswered } of books.tracked) {
    if (acknowledged === null) {
      if (unanswered === null) wrong.push(`${reference}: was never answered nor repeated`)
      continue
    }
    expected.add(acknowledged.id)
    const kept = intents.get(acknowledged.id)
    if (kept === undefined) wrong.push(`${acknowledged.id}: acknowledged and lost`)
    else if (unanswered === null && !isDeepStrictEqual(kept, acknowledged)) {
      wrong.push(
        `${acknowledged.id}: is ${JSON.stringify(kept)}, was acknowledged as ${JSON.stringify(acknowledged)}`,
      )
    }
  }
  for (const id of intents.keys()) if (!expected.has(id)) wrong.push(`${id}: is there, but nobody made it`)
  refuse(wrong)
}

/** The service tells what its database holds. */
async function compareAnswers(service: ServiceProcess, books: Books): Promise<void> {
  for (const { acknowledged } of books.tracked.slice(-50)) {
    if (acknowledged === null) continue
    const answer = await service.client.call('payment_intents.get', { params: { id: acknowledged.id } })
    if (!answer.ok || !isDeepStrictEqual(answer.value, acknowledged)) {
      refuse([`${acknowledged.id}: is answered as ${JSON.stringify(answer)}`])
    }
  }
}

async function untilSettled(service: ServiceProcess, books: Books): Promise<void> {
  for (let tries = 0; (await settle(service.client, books)).length > 0; tries += 1) {
    if (tries === 10) throw new Error('the keys of dead processes are never given back')
    await service.client.call('sandbox.clock.advance', { body: { seconds: stepSeconds } })
    await delay(100)
  }
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return
  throw new Error(`${problems.length} problems after a crash:\n${problems.slice(0, 20).join('\n')}`)
}
