import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { acknowledgeUnreadable, readLinks } from '../../../../src-main/links/read-links.ts'
import type { PaymentLink } from '../../../../src-shared/pos/links/payment-link.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const link: PaymentLink = {
  id: 'link_1',
  amount: 1234,
  currency: 'USD',
  note: '',
  order: null,
  bill: null,
  receiver: { kind: 'code' },
  made_at: '2026-11-22T09:00:00.000Z',
  state: 'open',
  session_id: 'cs_1',
  paid: null,
  delivery: 'not_asked',
  withdrawing: false,
  awaits_bank: null,
  creations: 1,
}

async function folderWith(text: string | null) {
  const folder = await temporaryFolder('countertop-links')
  const path = join(folder, 'links.json')
  if (text !== null) await writeFile(path, text)
  return { folder, path, read: (now = 1_000) => readLinks(path, now, quietLog) }
}

async function readText(text: string | null) {
  const { folder, read } = await folderWith(text)
  const { links, unreadable } = await read()
  const kept = await Promise.all(unreadable.map((name) => readFile(join(folder, name), 'utf8')))
  return { links, kept }
}

describe('reading the file of links', () => {
  test('a missing file of links is read as empty', async () => {
    expect(await readText(null)).toEqual({ links: [], kept: [] })
  })

  test('a truncated file of links is kept aside', async () => {
    const torn = JSON.stringify([link]).slice(0, -10)
    expect(await readText(torn)).toEqual({ links: [], kept: [torn] })
  })

  test('a link that cannot be read is kept aside, and the others continue', async () => {
    const text = JSON.stringify([{ ...link, amount: 'much' }, link])
    expect(await readText(text)).toEqual({ links: [link], kept: [text] })
  })

  test('a readable file of links is not kept aside', async () => {
    expect(await readText(JSON.stringify([link]))).toEqual({ links: [link], kept: [] })
  })

  test('an unreadable file of links is reported at each start until somebody acknowledges it', async () => {
    const { folder, path, read } = await folderWith('[')
    const first = await read()
    await writeFile(path, JSON.stringify([link]))
    const second = await read(2_000)
    expect(second).toEqual({ links: [link], unreadable: first.unreadable })
    await acknowledgeUnreadable(path, second.unreadable)
    expect((await read(3_000)).unreadable).toEqual([])
    const [kept = ''] = first.unreadable
    expect(await readFile(join(folder, `${kept}.seen`), 'utf8')).toBe('[')
  })
})
