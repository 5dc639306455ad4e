import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { dataPaths } from '../../../../src-main/paths.ts'
import type { ServiceAccess } from '../../../../src-main/terminal/service-access.ts'
import type { GiftCardTask } from '../../../../src-shared/pos/gift-cards/gift-cards.ts'
import { err } from '../../../../src-shared/result.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openCounterInFolder } from '../support/counter-in-folder.ts'

const accountId = 'acct_1'
const now = Date.parse('2026-11-30T12:00:00Z')
const task: GiftCardTask = {
  ...{ reference: 'load_1', task: 'load', state: 'waiting', kind: 'gift', amount: 2_000, currency: 'USD' },
  ...{ card_id: 'gc_1', last_four: 'ABCD', code: null, bill: 'A-1', detail: '' },
}

/** A counter whose last run left a card to load, at a service that does not answer. */
async function counterWithTask() {
  const userData = await temporaryFolder('countertop-not-opened')
  const paths = dataPaths(userData)
  await mkdir(dirname(paths.giftCards(accountId)), { recursive: true })
  await writeFile(paths.giftCards(accountId), `${JSON.stringify(task)}\n`)
  const asked: string[] = []
  const call = async (name: string) => {
    asked.push(name)
    return err({ kind: 'no_answer', reason: 'no connection' })
  }
  const access = { accountId, client: { call } } as unknown as ServiceAccess
  const open = () =>
    openCounterInFolder({ access: () => access, accountId, hsn: null, userData, now: () => now })
  return { paths, open, loads: () => asked.filter((name) => name === 'gift_cards.load').length }
}

const inTheWay = {
  'its journal': (paths: ReturnType<typeof dataPaths>) => [`${paths.sales(accountId)}.new`],
  // Neither a list of links, nor can it be put aside.
  'its links': (paths: ReturnType<typeof dataPaths>) => [
    join(`${paths.links(accountId)}.unreadable-${now}`, 'left'),
    paths.links(accountId),
  ],
}

test.each(Object.entries(inTheWay))(
  'a counter that cannot open %s leaves nothing at work, however often it is tried',
  async (_, foldersIn) => {
    const { paths, open, loads } = await counterWithTask()
    const folders = foldersIn(paths)
    for (const folder of folders) await mkdir(folder, { recursive: true })
    for (const _ of [1, 2, 3]) await expect(open()).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(loads()).toBe(0)

    for (const folder of folders) await rm(folder, { recursive: true })
    const counter = await open()
    await expect.poll(loads).toBe(1)
    await counter.stop()
  },
)
