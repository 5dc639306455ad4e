import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openJournal } from '../../../../../src-main/sale/journal.ts'
import { seriesInService } from '../../../../../src-main/sale/numbering/series-in-service.ts'
import type { Client } from '../../../../../src-shared/api/client.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { quietLog } from '../../support/service.ts'

const letters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ']
const everySeries = letters.flatMap((first) => letters.map((second) => `${first}${second}`))

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder('countertop-numbering')
})

async function numberingAtStart(elsewhere?: () => Promise<ReadonlySet<string>>) {
  const journal = await openJournal(join(folder, 'acct.jsonl'), quietLog, elsewhere)
  await journal.close()
  return journal.numbering
}

test.each([
  ['the damaged journal', 'acct.jsonl', (series: string) => `{"at":"x","numbering":{"series":"${series}"`],
  ['a copy of a damaged journal', 'acct.jsonl.17.unreadable', (series: string) => `"number":"${series}1001"`],
  ["the drawer's ledger", 'acct.drawer.jsonl', (series: string) => `{"bill":"${series}1044","amount":5}`],
  ['the book of sales', join('acct.bills', '2026-03.jsonl'), (series: string) => `"number":"${series}9999"`],
  ['the returns', 'acct.returns.jsonl', (series: string) => `{"return":{"number":"${series}10000"}}`],
])('a counter whose numbers are lost begins a series that is not in %s', async (_, name, line) => {
  await mkdir(join(folder, 'acct.bills'))
  const used = everySeries.filter((series) => series !== 'QX')
  await writeFile(join(folder, name), `${used.map(line).join('\n')}\n`)
  expect(await numberingAtStart()).toMatchObject({ series: 'QX', next: 1001 })
})

test('files of another account do not limit the choice of a series', async () => {
  await writeFile(join(folder, 'acct_2.drawer.jsonl'), everySeries.map((one) => `"${one}1001"`).join('\n'))
  expect(everySeries).toContain((await numberingAtStart()).series)
})

describe('payments at the service', () => {
  const clientWith = (pages: readonly (readonly string[] | null)[]) => {
    const asked: unknown[] = []
    const call = async (_: string, { query }: { query?: unknown }) => {
      asked.push(query)
      const page = pages[asked.length - 1]
      if (!page) return { ok: false, error: { kind: 'no_answer', reason: 'it is away' } }
      const data = page.map((number) => ({ order_details: number === '' ? {} : { bill: { number } } }))
      const has_more = asked.length < pages.length
      return { ok: true, value: { data, meta: { has_more, next_cursor: `pi_${asked.length}` } } }
    }
    return { asked, client: () => ({ call }) as unknown as Client }
  }

  test('a counter without files begins a series that no payment at the service uses', async () => {
    const used = everySeries.filter((series) => series !== 'QX').map((series) => `${series}1001`)
    const { client, asked } = clientWith([used.slice(0, 300), ['', ...used.slice(300)]])
    expect(await numberingAtStart(() => seriesInService(client))).toMatchObject({ series: 'QX', next: 1001 })
    expect(asked).toEqual([{ limit: 50 }, { limit: 50, starting_after: 'pi_1' }])
  })

  test('a counter with its numbers asks the service for none, and one without a service begins a series as well', async () => {
    const { client, asked } = clientWith([null])
    const begun = await numberingAtStart(() => seriesInService(client))
    expect(everySeries).toContain(begun.series)
    expect(await numberingAtStart(() => seriesInService(client))).toEqual(begun)
    expect(asked).toHaveLength(1)
  })
})
