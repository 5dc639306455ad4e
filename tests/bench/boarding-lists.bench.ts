import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '../support/embedded-postgres.ts'
import { type BoardedService, startBoardedService } from './support/boarded-service.ts'
import { type BenchRow, median, percentile, printRows } from './support/report.ts'

/**
 * The boarding lists over HTTP, one request at a time, with 100,000 applications of 1,000 businesses, 100,000 locations
 * and 100,000 lines of one contractor's ledger. `--sqlite` or `--postgres` measures one engine, `--small` a tenth of
 * the rows.
 */
const count = process.argv.includes('--small') ? 10_000 : 100_000
const requests = 200
const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) =>
    !process.argv.some((flag) => /^--(sqlite|postgres)$/.test(flag)) || process.argv.includes(`--${engine}`),
)

interface Question {
  readonly name: string
  readonly path: (service: BoardedService) => string
  readonly key?: 'partner'
  readonly headers?: (service: BoardedService) => Readonly<Record<string, string>>
}
const anyOf = (most: number) => Math.floor(Math.random() * most)

const questions: readonly Question[] = [
  { name: 'for comparison: categories, which need no store', path: () => '/mccs' },
  { name: 'applications, first page', path: () => '/applications' },
  { name: 'applications, first page of 50', path: () => '/applications?limit=50' },
  { name: "applications, a partner's first page", path: () => '/applications', key: 'partner' },
  { name: 'applications, oldest first', path: ({ oldest }) => `/applications?ending_before=${oldest}` },
  {
    name: 'applications, after a cursor anywhere',
    path: ({ ids }) => `/applications?starting_after=${ids[anyOf(ids.length)]}`,
  },
  { name: 'applications, by a common status', path: () => '/applications?status=APPROVED' },
  { name: 'applications, by a rare status', path: () => '/applications?status=CREDIT_PENDED' },
  {
    name: 'applications, by business',
    path: ({ businessIds }) => `/applications?business_id=${businessIds[anyOf(businessIds.length)]}`,
  },
  { name: 'applications, by status, of a partner', path: () => '/applications?status=DRAFT', key: 'partner' },
  {
    name: 'applications, by status and business',
    path: ({ businessIds }) =>
      `/applications?status=APPROVED&business_id=${businessIds[anyOf(businessIds.length)]}`,
  },
  {
    name: 'applications, by a name of one',
    path: ({ ids }) => `/applications?name=shop%20${anyOf(ids.length)}x`,
  },
  { name: 'applications, by a name of many', path: () => '/applications?name=CAF%C3%89' },
  { name: 'applications, by a name of none', path: () => '/applications?name=nobody' },
  {
    name: 'locations, by a name of one',
    path: ({ ids }) => `/locations?name=branch%20${anyOf(ids.length)}x`,
  },
  {
    name: 'transactions of a contractor, with the sums',
    path: () => '/transactions',
    headers: ({ contractorId }) => ({ 'x-contractor-id': contractorId }),
  },
]

async function ask(service: BoardedService, { path, key, headers }: Question): Promise<number> {
  const began = performance.now()
  const response = await fetch(`${service.url}${path(service)}`, {
    headers: {
      'x-api-key': key === 'partner' ? service.partnerKey : service.adminKey,
      ...headers?.(service),
    },
  })
  const text = await response.text()
  const took = performance.now() - began
  if (response.status !== 200) throw new Error(`${path(service)}: ${text}`)
  return took
}

const folder = mkdtempSync(join(tmpdir(), 'countertop-boarding-'))
try {
  for (const engine of engines) {
    const server = engine === 'postgres' ? await startTestServer() : null
    const service = await startBoardedService(join(folder, engine), count, await server?.createDatabase())
    try {
      const rows: BenchRow[] = []
      for (const question of questions) {
        const times: number[] = []
        for (let round = -20; round < requests; round += 1) {
          const took = await ask(service, question)
          if (round >= 0) times.push(took)
        }
        const note = `median; 99 % within ${percentile(times, 0.99).toFixed(1)} ms`
        rows.push({ name: question.name, value: median(times), unit: 'ms', note })
      }
      printRows(`Lists of boarding at ${count.toLocaleString('en-US')}, ${engine}`, rows)
    } finally {
      await service.stop()
      await server?.stop()
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
