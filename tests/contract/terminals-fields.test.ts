import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCatalogue } from '../../src-shared/api/errors.ts'
import { type OperationName, operationEntries } from '../../src-shared/api/operations.ts'
import { createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { sampleBodies } from './support/samples.ts'

const hsn = 'VT-FIELDS'
let service: RunningService
let ask: ReturnType<typeof createAsk>
let sessionKey: string

beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  await ask('sandbox.virtual_terminals.create', { body: { hsn } })
  const connected = await ask('terminals.connect', { body: { hsn } })
  sessionKey = (connected.body as { session_key: string }).session_key
})
afterAll(() => service.stop())

const bodyWith = (name: OperationName, changes: object) => ({ ...sampleBodies[name], hsn, ...changes })

/** Section 4.4, and docs/terminals.md for what it leaves open. */
describe('a value out of bounds is refused, naming its field:', () => {
  const tooLong = (length: number) => 'x'.repeat(length + 1)
  const bounds: readonly (readonly [OperationName, object])[] = [
    ['terminals.connect', { force: 'yes' }],
    ['terminals.connect', { force: 'TRUE' }],
    ['terminals.display', { text: tooLong(1000) }],
    ['terminals.read_confirmation', { prompt: '' }],
    ['terminals.read_confirmation', { prompt: tooLong(200) }],
    ['terminals.read_input', { prompt: tooLong(200) }],
    ['terminals.read_signature', { prompt: tooLong(16) }],
    ['terminals.read_signature', { prompt: '' }],
    ['terminals.read_signature', { signature_format: 'BMP' }],
    ['terminals.read_signature', { signature_image_type: 'grey' }],
    ['terminals.read_signature', { gzip_signature: 'true' }],
    ['terminals.tip', { tip_percent_presets: [5, 10, 15, 20] }],
    ['terminals.tip', { prompt: tooLong(200) }],
    ['terminals.print_receipt', { print_delay: 60_001 }],
    ['terminals.print_receipt', { print_delay: -1 }],
    ['terminals.auth_card', { print_delay: 60_001 }],
    ['terminals.auth_card', { clear_display_delay: 60_001 }],
    ['terminals.auth_card', { clear_display_delay: 1.5 }],
    ['terminals.auth_card', { aid: 'Debit' }],
    ['terminals.auth_card', { payment_intent_id: '' }],
    ['terminals.auth_card', { receipt_dba: tooLong(100) }],
    ['terminals.auth_manual', { receipt_header: tooLong(500) }],
    ['terminals.read_card', { amount: -1 }],
    ['terminals.read_card', { amount: '1000' }],
    ['terminals.read_manual', { include_expiration_date: 'true' }],
    ['terminals.date_time', { dateTime: '21.11.2026 14:05' }],
    ['terminals.date_time', { dateTime: '2026-11-21' }],
  ]
  test.each(bounds)('a value out of bounds is refused, naming its field: %s %j', async (name, changes) => {
    const answer = await ask(name, {
      body: bodyWith(name, changes),
      headers: { 'x-session-key': sessionKey },
    })
    const error = expectRefusal(answer, 'terminal_parameter_invalid')
    expect(error.param).toBe(Object.keys(changes)[0])
    expect(error).toMatchObject({ terminal_code: 3, type: 'terminal' })
  })

  test.each([
    ['signature_dimensions', '480'],
    ['signature_dimensions', '480,160,1'],
    ['signature_dimensions', '480, 160'],
    ['signature_dimensions', '0,160'],
    ['signature_dimensions', '1000,160'],
    ['signature_dimensions', '480x160'],
  ])('a value out of bounds is refused by every operation with this field: %s %j', async (field, value) => {
    const takers = ['read_signature', 'read_card', 'read_manual', 'auth_card', 'auth_manual'] as const
    for (const taker of takers) {
      const name = `terminals.${taker}` as const
      const body = bodyWith(name, { [field]: value })
      const answer = await ask(name, { body, headers: { 'x-session-key': sessionKey } })
      expect(expectRefusal(answer, 'terminal_parameter_invalid').param).toBe(field)
    }
  })

  test.each([[0], [101], [1.5], ['15'], [-5]])('a tip preset of %j is refused', async (preset) => {
    const body = bodyWith('terminals.tip', { tip_percent_presets: [preset] })
    const answer = await ask('terminals.tip', { body, headers: { 'x-session-key': sessionKey } })
    expect(expectRefusal(answer, 'terminal_parameter_invalid').param).toBe('tip_percent_presets.0')
  })

  test.each([
    'phone',
    'Phone',
    'amount',
    'mmyy',
    'MM/YY',
    'N',
    'N0',
    'N33',
    'N00',
    'N05',
    'n5',
    'N5,',
    'N,5',
    'N6,5',
    'N1,33',
    'N1-5',
    'N1, 5',
    'AN',
    'An5',
    'A5',
    'NA5',
    'AN5,4',
    ' N5',
    'N5 ',
    'N5\n',
    'PHONE,AMOUNT',
    '',
  ])('the format %j of read_input is refused', async (format) => {
    const body = { hsn, format }
    const answer = await ask('terminals.read_input', { body, headers: { 'x-session-key': sessionKey } })
    expect(expectRefusal(answer, 'terminal_parameter_invalid').param).toBe('format')
  })
})

describe('every format of read_input is accepted:', () => {
  test.each(['PHONE', 'AMOUNT', 'MMYY', 'N1', 'N32', 'N0,4', 'N4,4', 'N1,32', 'AN1', 'AN32', 'AN0,32'])(
    'the format %s of read_input is accepted',
    async (format) => {
      const body = { hsn, format }
      const answer = await ask('terminals.read_input', { body, headers: { 'x-session-key': sessionKey } })
      expect(answer.status).toBe(200)
    },
  )
})

/** Section 3.6: the only error after which a command certainly did not run. */
describe('without a session key', () => {
  const needing = operationEntries.flatMap(([name, row]) => (row.session === true ? [name] : []))
  const free = operationEntries.flatMap(([name, row]) =>
    row.path.startsWith('/terminals/processor/') && row.session !== true ? [name] : [],
  )

  test('without a session key, only sessions, lists, ownership and names of terminals are available', () => {
    expect([...free].sort()).toEqual([
      'terminals.activation_code',
      'terminals.connect',
      'terminals.list_terminals',
      'terminals.ping',
      'terminals.release',
      'terminals.rename',
      'terminals.terminal_details',
      'terminals.transfer',
    ])
  })

  test.each(needing)(
    '%s returns terminal_session_invalid without a key, with a wrong one, and with another terminal’s',
    async (name) => {
      const other = 'VT-OTHER'
      await ask('sandbox.virtual_terminals.create', { body: { hsn: other } })
      const connected = await ask('terminals.connect', { body: { hsn: other, force: 'true' } })
      const { session_key: foreign } = connected.body as { session_key: string }
      for (const key of ['', 'x'.repeat(43), foreign]) {
        const answer = await ask(name, {
          ...(name === 'terminals.events' ? { query: `?hsn=${hsn}` } : { body: bodyWith(name, {}) }),
          headers: { 'x-session-key': key },
        })
        expect(answer.status).toBe(500)
        const error = expectRefusal(answer, 'terminal_session_invalid')
        expect(error).toMatchObject({ terminal_code: 1, param: 'x-session-key' })
      }
    },
  )
})

/** docs/terminals.md: the error codes that a POS handles. */
describe('the failures of terminals', () => {
  test.each([
    ['terminal_parameter_missing', 400, 4],
    ['terminal_parameter_invalid', 400, 3],
    ['hsn_not_owned', 403, undefined],
    ['terminal_timeout', 500, 1],
    ['terminal_session_invalid', 500, 1],
    ['terminal_not_connected', 500, 6],
    ['terminal_in_use', 500, 7],
    ['terminal_cancelled', 500, 8],
    ['no_terminals', 500, 100],
    ['signature_unsupported', 500, 700],
    ['printing_unsupported', 500, 800],
    ['authorization_voided', 500, 900],
  ] as const)('the failure %s has status %i and terminal_code %s', (code, status, terminal) => {
    expect(errorCatalogue[code]).toEqual({ status, ...(terminal === undefined ? {} : { terminal }) })
  })

  test('a failure of a terminal is returned over HTTP in the usual envelope', async () => {
    const away = 'VT-AWAY'
    await ask('terminals.activation_code', { body: { hsn: away } })
    const notThere = await ask('terminals.connect', { body: { hsn: away } })
    expect(expectRefusal(notThere, 'terminal_not_connected')).toMatchObject({ terminal_code: 6 })
    const inUse = await ask('terminals.connect', { body: { hsn, force: 'false' } })
    expect(expectRefusal(inUse, 'terminal_in_use')).toMatchObject({ terminal_code: 7, type: 'terminal' })
    const unknown = await ask('terminals.connect', { body: { hsn: 'NOT-OURS' } })
    expect(expectRefusal(unknown, 'hsn_not_owned').terminal_code).toBeUndefined()
    const missing = await ask('terminals.tip', {
      body: { hsn, amount: 100, include_custom_tip_amount: false },
      headers: { 'x-session-key': sessionKey },
    })
    expect(expectRefusal(missing, 'terminal_parameter_missing')).toMatchObject({ terminal_code: 4 })
  })

  test('a cancelled prompt is answered as cancelled, and force may also be a boolean', async () => {
    await ask('sandbox.virtual_terminals.update', {
      path: `/sandbox/virtual_terminals/${hsn}`,
      body: { script: 'customer_cancels' },
    })
    const answer = await ask('terminals.read_input', {
      body: { hsn, format: 'PHONE' },
      headers: { 'x-session-key': sessionKey },
    })
    expect(expectRefusal(answer, 'terminal_cancelled')).toMatchObject({ terminal_code: 8 })
    expect((await ask('terminals.connect', { body: { hsn, force: true } })).status).toBe(200)
  })
})
