import { join } from 'node:path'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import type { ApplicationDocument } from '../../../src-service/boarding/applications/documents.ts'
import { openPostgresStore } from '../../../src-service/store/postgres/postgres-store.ts'
import { createSqliteStore } from '../../../src-service/store/sqlite/sqlite-store.ts'
import type { Kind, Row, Store, Write } from '../../../src-service/store/store.ts'
import { isoTime } from '../../../src-service/time/clock.ts'
import type { Contractor, Transaction } from '../../../src-shared/api/schemas/contractor.ts'
import type { ApplicationStatus } from '../../../src-shared/boarding/application-moves.ts'
import { createIdSource } from '../../../src-shared/ids.ts'
import { createRandom } from '../../chaos/support/random.ts'
import { wholeApplication } from '../../support/whole-application.ts'
import { submitContractorForm } from '../../support/whole-contractor.ts'
import { analyze } from './filled-service.ts'
import { startProcess } from './processes.ts'

/** The service in a process of its own, on the database of a partner that has boarded businesses for years. */
export interface BoardedService {
  readonly url: string
  readonly adminKey: string
  /** A key that reaches half of the businesses. */
  readonly partnerKey: string
  readonly businessIds: readonly string[]
  /** Ids of the applications, oldest first. */
  readonly ids: readonly string[]
  readonly oldest: string
  readonly contractorId: string
  stop(): Promise<void>
}

const businesses = 1000
const rowsPerCommit = 1000
const years = 2 * 365 * 86_400_000

type Call = <Body>(path: string, body?: object) => Promise<Body>

/** @param databaseUrl of an empty database; without it SQLite in the folder. */
export async function startBoardedService(
  folder: string,
  count: number,
  databaseUrl?: string,
): Promise<BoardedService> {
  const start = () =>
    startProcess(
      join(projectRoot, 'dist/service/main.js'),
      ['--port', '0', '--data', folder, '--sandbox', '--rate-limit', 'off'],
      databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
    )
  const first = await start()
  const { url: firstUrl = '', private_key: adminKey = '', account_id = '', business_id = '' } = first.ready
  const call: Call = async (path, body) => {
    const response = await fetch(`${firstUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': adminKey, 'content-type': 'application/json', 'x-business-id': business_id },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as never
  }
  const samples = await makeSamples(call, business_id)
  await first.stop()
  const store =
    databaseUrl === undefined
      ? createSqliteStore(join(folder, 'service.db'))
      : await openPostgresStore({ connectionString: databaseUrl })
  const filled = await fill(store, { count, accountId: account_id, ...samples })
  await store.close()
  if (databaseUrl !== undefined) await analyze(databaseUrl)
  const service = await start()
  return {
    ...filled,
    ...{ adminKey, partnerKey: samples.partnerKey, contractorId: samples.contractor.id },
    url: service.ready.url ?? '',
    stop: () => service.stop(),
  }
}

/** One object of each kind, made by the service itself; the others are copies of them. */
async function makeSamples(call: Call, businessId: string) {
  const key = await call<{ key: string }>('/api_keys', {
    ...{ level: 'partner', name: 'Partner', partner_id: 'ptn_bench' },
  })
  const body = { business_id: businessId, ...wholeApplication }
  const application = await call<{ id: string }>('/applications', body)
  const location = await call<{ id: string }>('/locations', { business_id: businessId, name: 'Branch' })
  const begun = await call<{ contractor_application_id: string; link: string }>('/contractors/link', {
    ...{ parent_id: businessId, parent_type: 'BUSINESS' },
  })
  await submitContractorForm(begun.link)
  await call(`/sandbox/contractor_applications/${begun.contractor_application_id}/advance`, {
    to: 'APPROVED',
  })
  const [contractor] = (await call<{ data: Contractor[] }>('/contractors')).data
  if (contractor === undefined) throw new Error('there is no contractor')
  return { partnerKey: key.key, application, location, businessId, contractor }
}

interface Samples {
  readonly count: number
  readonly accountId: string
  readonly businessId: string
  readonly application: { readonly id: string }
  readonly location: { readonly id: string }
  readonly contractor: Contractor
}

async function fill(
  store: Store,
  { count, accountId, businessId, application, location, contractor }: Samples,
) {
  const random = createRandom(count)
  const until = Date.now()
  let now = until - years
  const newId = createIdSource(() => now, random)
  const rowOf = async <Document>(kind: Kind, id: string): Promise<Row<Document>> => {
    const row = await store.find<Document>(kind, id)
    if (row === null) throw new Error(`there is no ${kind} ${id}`)
    return row
  }
  const draft = await rowOf<ApplicationDocument>('application', application.id)
  const branch = await rowOf<{ readonly id: string }>('location', location.id)
  const business = await rowOf<object>('business', businessId)
  const insert = (kind: Kind, row: Omit<Row, 'version' | 'created_at' | 'updated_at'>): Write => ({
    ...{ op: 'insert', kind },
    row: { ...row, version: 1, created_at: now, updated_at: now },
  })
  const commit = async (writes: readonly Write[]) => {
    if (!(await store.commit({ writes })).ok) throw new Error('the store could not be filled')
  }
  const partnerOf = (index: number) => (index % 2 === 0 ? 'ptn_bench' : null)
  const businessIds = Array.from({ length: businesses }, () => newId('business'))
  await commit(
    businessIds.map((id, index) => {
      const document = { ...business.document, partner_id: partnerOf(index) }
      return insert('business', { ...business, id, document })
    }),
  )
  const ids: string[] = []
  const writesOf = (index: number): readonly Write[] => {
    now = Math.floor(until - years + (years * index) / count)
    const at = Math.floor(random() * businesses)
    const of = { business_id: businessIds[at] ?? '', partner_id: partnerOf(at) }
    const times = { created_at: isoTime(now), updated_at: isoTime(now) }
    const id = newId('application')
    ids.push(id)
    const luck = random()
    const status: ApplicationStatus = luck < 0.8 ? 'APPROVED' : luck < 0.99 ? 'DRAFT' : 'CREDIT_PENDED'
    const name = `Shop ${index}x`
    const locationId = newId('location')
    const line: Transaction = {
      ...{
        id: `txn_${newId('payment')}_0`,
        entity: 'transaction',
        contractor_id: contractor.id,
        type: 'split',
      },
      ...{ amount: random() < 0.02 ? -150 : 250, currency: 'USD', description: null, account_id: accountId },
      ...{ payment_intent_id: 'pi_bench', payment_id: 'pmt_bench', refund_id: null },
      ...{ settlement_id: `se_${Math.floor(index / 100)}`, settlement_status: 'settled' },
      ...{ settled_at: isoTime(now), ...times },
    }
    return [
      insert('application', {
        ...draft,
        id,
        document: { ...draft.document, id, name, status, ...of, ...times },
      }),
      insert('location', {
        ...{ ...branch, id: locationId },
        document: { ...branch.document, id: locationId, name: `Branch ${index}x`, ...of },
      }),
      insert('transaction', { account_id: accountId, id: line.id, document: line }),
    ]
  }
  for (let from = 0; from < count; from += rowsPerCommit) {
    const size = Math.min(rowsPerCommit, count - from)
    await commit(Array.from({ length: size }, (_, at) => writesOf(from + at)).flat())
  }
  return { ids, businessIds, oldest: ids[0] ?? '' }
}
