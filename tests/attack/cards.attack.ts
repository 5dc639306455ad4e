import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secrets, sellAndKeep } from './support/card-sales.ts'
import { tracesOf } from './support/card-traces.ts'

/**
 * `npm run attack -- cards`: sells by card in every way, also on a hostile terminal, then searches everything for card
 * data.
 */
const folder = await mkdtemp(join(tmpdir(), 'cards-'))
try {
  const { sales, plants, welcomed, answers, mails } = await sellAndKeep(folder, 1)
  console.log({ sales, plants, welcomed, answers, mails })
  const traces = tracesOf(folder, secrets)
  if (traces.length > 0) throw new Error(`cards are in:\n${traces.join('\n')}`)
} finally {
  await rm(folder, { recursive: true })
}
