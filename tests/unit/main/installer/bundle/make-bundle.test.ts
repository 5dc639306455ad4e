import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { cleanLine } from '../../../../../src-main/installer/bundle/clean-log.ts'
import { makeBundle } from '../../../../../src-main/installer/bundle/make-bundle.ts'
import type { HealthFacts } from '../../../../../src-shared/pos/installer-tools/health.ts'
import { snapshots } from '../../../../pictures/snapshots.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

/** Data that must not leave the shop, in the forms in which logs contain it. */
const secrets = [
  ...['4111111111111111', '4111 1111 1111 1111', '4111-1111-1111-1111', '378282246310005'],
  ...[
    'sk_live_51HxQeKZvKYlo2C',
    'sk_abcdefghijkl',
    'pk_test_TYooMQauvdEDq54N',
    'whsec_abcdefgh',
    'tok_visacard',
  ],
  ...['Maria Gonzalez', 'Gonzalez', 'maria@example.com', '+1 (555) 867-5309', '5558675309', '867-5309'],
  ...['12 Elm Street', '93417', '078-05-1120', 'Doe/John'],
] as const

/** Names that appear in some lines, and some that appear in none. */
const names = [
  ...[
    'msg',
    'status',
    'kind',
    'code',
    'command',
    'reason',
    'path',
    'detail',
    'title',
    'url',
    'method',
    'state',
  ],
  ...['intent_id', 'payment_id', 'sale_id', 'hsn', 'id', 'note', 'customer', 'name', 'body', 'pin', 'holder'],
  ...['type', 'time', 'level', 'anchor', 'aside', 'event'],
] as const

const lines = [
  ...secrets.flatMap((secret) => names.map((name) => JSON.stringify({ level: 50, [name]: secret }))),
  ...secrets.map((secret) => JSON.stringify({ level: 30, [secret]: secret, msg: `sale of ${secret}` })),
  ...secrets.map((secret) =>
    JSON.stringify({ level: 30, about: { of: [secret] }, req: { url: `/?q=${secret}` } }),
  ),
  ...secrets.map((secret) =>
    JSON.stringify({
      err: {
        type: secret,
        message: `no ${secret}`,
        code: secret,
        stack: `Error: no ${secret}\n    at ask (/home/Gonzalez/app/main.js:3:9)\n    at ${secret}`,
      },
    }),
  ),
  ...[4_111_111_111_111_111, 5_558_675_309].flatMap((number) =>
    names.map((name) => JSON.stringify({ [name]: number })),
  ),
  ...secrets,
  `{"level":30,"msg":"torn ${secrets[0]}`,
]

const health: HealthFacts = {
  at: '2026-11-21T14:00:00.000Z',
  service: {
    status: 'ready',
    training: false,
    real_money: true,
    url: 'https://Gonzalez.example',
    took_ms: 4,
    version: '1.4.0',
  },
  terminal: { status: 'connected', hsn: 'A920-1180004417', latency_ms: 20 },
  clock_ahead_ms: 3,
  disk: null,
  audit: null,
  damaged_files: [],
  keeps_key: true,
  program_changeable: false,
  version: { countertop: '0.1.0', electron: '41.0.0', system: 'linux x64' },
}

test('a support file contains no key, card or name, whatever the logs contain', async () => {
  const logs = join(await temporaryFolder('bundle'), 'logs')
  await mkdir(logs)
  await writeFile(join(logs, 'main.log'), lines.join('\n'))
  await writeFile(join(logs, 'service.log'), lines.join('\r\n'))
  const files = unzipSync(
    await makeBundle({
      logs,
      health,
      installer: {
        pings: [],
        devices: [{ kind: 'serial', path: '/home/Gonzalez/line', name: 'Serial', hsn: null, carried: false }],
      },
      settings: {
        ...snapshots.ready.settings,
        counter_name: 'Maria Gonzalez',
        display_pictures: '/home/Gonzalez/Pictures',
        surcharge: { percent: 2, postal_code: '93417' },
      },
    }),
  )
  expect(Object.keys(files)).toContain('service.log')
  for (const [name, bytes] of Object.entries(files)) {
    const text = strFromU8(bytes)
    for (const secret of [...secrets, '4111111111111111', '5558675309', 'Maria'])
      expect(text.includes(secret), `${secret} in ${name}`).toBe(false)
  }
})

test('a support file keeps events, codes, times, states and stack positions', () => {
  const kept = {
    level: 50,
    time: '2026-11-21T14:00:00.000Z',
    intent_id: 'pi_01J9ZQ8K2MX4',
    status: 'no_answer',
    method: 'POST',
    path: '/payment_intents/…/capture',
    ms: 812,
    msg: 'sale.intent_still_open',
  }
  expect(JSON.parse(cleanLine(JSON.stringify(kept)) ?? '')).toEqual(kept)
  const failed = {
    msg: 'command.failed',
    err: {
      type: 'TypeError',
      message: 'of somebody',
      code: 'ECONNREFUSED',
      stack: 'TypeError: of somebody\n    at Shop.ask (file:///home/ana/app/dist/main.js:10:5)',
    },
  }
  expect(JSON.parse(cleanLine(JSON.stringify(failed)) ?? '')).toEqual({
    msg: 'command.failed',
    err: { type: 'TypeError', code: 'ECONNREFUSED', at: ['Shop.ask main.js:10:5'] },
  })
})

test('folders of a file path are left out, since they contain the computer user’s name', () => {
  expect(cleanLine('{"msg":"serial.opened","path":"/home/gonzalez/line"}')).toBe(
    '{"msg":"serial.opened","left_out":["path"]}',
  )
})

test('a removed field is listed by name, and an invalid line is removed', () => {
  expect(cleanLine('{"msg":"sale.lost","detail":"of Ana"}')).toBe('{"msg":"sale.lost","left_out":["detail"]}')
  expect(cleanLine('{"msg":"torn')).toBeNull()
})
