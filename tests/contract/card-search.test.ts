import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { secrets, sellAndKeep } from '../attack/support/card-sales.ts'
import { tracesIn, tracesOf } from '../attack/support/card-traces.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const pan = '4111111111111111'

describe('the search for cards', () => {
  const forms: readonly (readonly [string, Buffer])[] = [
    ['ASCII', Buffer.from(`x${pan}x`)],
    ['groups', Buffer.from('4111 1111 1111 1111')],
    ['UTF-16, little-endian', Buffer.from(pan, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(pan, 'utf16le').swap16()],
    ['hex', Buffer.from(Buffer.from(pan).toString('hex'))],
    ['BCD', Buffer.from(`00${pan}ff`, 'hex')],
    ['BCD, shifted by half a byte', Buffer.from(`0${pan}f`, 'hex')],
    ...['', 'a', 'ab'].map(
      (before) =>
        [
          `base64 after ${before.length}`,
          Buffer.from(Buffer.from(`${before}${pan}!`).toString('base64')),
        ] as const,
    ),
    ['gzip', gzipSync(Buffer.from(`log ${pan} line`))],
    [
      'gzip inside base64',
      Buffer.from(`{"data":"${gzipSync(Buffer.from(`a picture of ${pan}`)).toString('base64')}"}`),
    ],
  ]
  test.each(forms)('finds a planted card written as %s', (_, bytes) => {
    expect(tracesIn(bytes, secrets)).not.toEqual([])
  })

  test('finds a security code as a word, but not within an id', () => {
    expect(tracesIn(Buffer.from('{"cvv":"0837"}'), secrets)).toEqual(['security code as ASCII'])
    expect(tracesIn(Buffer.from('pi_60837ab {"at":1083700}'), secrets)).toEqual([])
  })

  test('finds a card in a subfolder', async () => {
    const folder = await temporaryFolder('search-')
    mkdirSync(join(folder, 'logs'))
    writeFileSync(join(folder, 'logs', 'old.log.gz'), gzipSync(Buffer.from(`card ${pan}`)))
    expect(tracesOf(folder, secrets)).toEqual([expect.stringContaining('old.log.gz: card …1111 as ASCII')])
  })
})

test('no card, track, security code or PIN is in any file, log, mail or answer of a day of sales', async () => {
  const folder = await temporaryFolder('cards-')
  const { sales, plants, welcomed, answers, mails } = await sellAndKeep(folder, 7)
  expect(sales).toBeGreaterThanOrEqual(12)
  expect(plants).toBeGreaterThan(10)
  expect(welcomed).toBeGreaterThanOrEqual(10)
  expect(answers).toBeGreaterThan(sales)
  expect(mails).toBe(3)
  expect(tracesOf(folder, secrets)).toEqual([])
}, 240_000)
