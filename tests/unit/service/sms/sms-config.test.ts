import { describe, expect, test } from 'vitest'
import { helpText, readCommand } from '../../../../src-service/config/config.ts'
import { readSmsConfig } from '../../../../src-service/sms/sms-config.ts'

const sid = `AC${'0123456789abcdef'.repeat(2)}`
const set = { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: 'hunter22hunter22', SMS_FROM: '+15550100100' }

describe('the SMS provider', () => {
  test('no SMS provider is set up when nothing is configured', () => {
    expect(readSmsConfig({ TWILIO_ACCOUNT_SID: '', SMS_FROM: '' })).toEqual({ ok: true, value: null })
  })

  test('the SMS provider is used with the auth token of its account', () => {
    expect(readSmsConfig(set)).toEqual({
      ok: true,
      value: {
        ...{ url: 'https://api.twilio.com', accountSid: sid, from: '+15550100100' },
        ...{ user: sid, password: 'hunter22hunter22' },
      },
    })
  })

  test('the SMS provider can be used with an API key, and in a region', () => {
    const key = `SK${'0'.repeat(32)}`
    expect(
      readSmsConfig({
        ...{ ...set, TWILIO_AUTH_TOKEN: '', TWILIO_API_KEY: key, TWILIO_API_SECRET: 'secret' },
        TWILIO_URL: 'https://api.dublin.ie1.twilio.com/',
      }),
    ).toMatchObject({
      ok: true,
      value: { user: key, password: 'secret', accountSid: sid, url: 'https://api.dublin.ie1.twilio.com' },
    })
  })

  test.each(['+15550100100', '12345', 'Shop 24', `MG${'0'.repeat(32)}`])(
    'the sender may be %s',
    (SMS_FROM) => {
      expect(readSmsConfig({ ...set, SMS_FROM })).toMatchObject({ ok: true, value: { from: SMS_FROM } })
    },
  )

  test.each([
    ['TWILIO_ACCOUNT_SID', { TWILIO_ACCOUNT_SID: 'AC123' }],
    ['TWILIO_ACCOUNT_SID', { TWILIO_ACCOUNT_SID: '' }],
    ['SMS_FROM', { SMS_FROM: '' }],
    ['SMS_FROM', { SMS_FROM: '5550100100a' + 'a' }],
    ['SMS_FROM', { SMS_FROM: '+0155' }],
    ['TWILIO_AUTH_TOKEN', { TWILIO_AUTH_TOKEN: '' }],
    ['TWILIO_AUTH_TOKEN', { TWILIO_API_KEY: `SK${'0'.repeat(32)}` }],
    ['TWILIO_AUTH_TOKEN', { TWILIO_AUTH_TOKEN: '', TWILIO_API_KEY: `SK${'0'.repeat(32)}` }],
    ['TWILIO_URL', { TWILIO_URL: 'http://api.twilio.com' }],
  ])('a wrong %s stops the start with an error that names the variable and no secret', (name, wrong) => {
    const read = readCommand(['--sandbox'], { ...set, ...wrong })
    expect(read).toMatchObject({ ok: false, error: expect.stringContaining(name) })
    expect(JSON.stringify(read)).not.toContain('hunter22')
  })

  test('the help lists what the SMS provider needs', () => {
    for (const name of ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'SMS_FROM'])
      expect(helpText).toContain(name)
  })
})
