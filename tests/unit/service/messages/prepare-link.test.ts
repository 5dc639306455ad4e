import { expect, test } from 'vitest'
import type { Delivery, Mail } from '../../../../src-service/mail/mailer.ts'
import { createOutbox } from '../../../../src-service/mail/outbox.ts'
import { prepareLinkMail, prepareLinkSms } from '../../../../src-service/messages/prepare-link.ts'
import { sendMessage } from '../../../../src-service/messages/send-message.ts'
import { openCheckoutHarness } from '../checkout/checkout-harness.ts'
import { mustOf } from '../intents/payments-harness.ts'

/** A session whose link is sent by mail, and the events that this publishes. */
async function openLinks(delivery: Delivery) {
  const harness = await openCheckoutHarness()
  const { accountId, tenantId } = harness.caller
  const mails: Mail[] = []
  const mailer = {
    async send(mail: Mail) {
      mails.push(mail)
      return delivery
    },
    close() {},
  }
  const postbox = {
    ...({ mailer, sms: null, from: 'shop@example.com', language: 'en', training: true } as const),
    outbox: createOutbox(harness.clock),
  }
  const services = {
    ...harness.services,
    postbox,
    publicUrl: () => 'https://pay.example.com',
    isPublic: true,
  }
  const events: string[] = []
  const { store } = harness.services
  const { commit } = store
  store.commit = async (set) => {
    const done = await commit(set)
    if (done.ok) events.push(...(set.events ?? []).map(({ type }) => type))
    return done
  }
  const send = async (id: string) => {
    const prepare = () =>
      prepareLinkMail(services, { tenantId, accountId }, id, { email_override: 'ana@example.com' })
    return mustOf(await sendMessage(services, { accountId, idempotency: null, prepare }))
  }
  return { harness, services, mails, events, send }
}

test('a link is published as sent only when it was sent, and not when the outcome is unknown', async () => {
  const unknown = await openLinks({ outcome: 'unknown', reason: 'the connection was lost' })
  await unknown.send((await unknown.harness.session()).id)
  expect(unknown.mails).toHaveLength(1)
  expect(unknown.events).not.toContain('v2.checkout_session.link_sent')
  const sent = await openLinks({ outcome: 'sent', refused: [] })
  await sent.send((await sent.harness.session()).id)
  expect(sent.events).toContain('v2.checkout_session.link_sent')
})

test('the mail of a link shows the same end as the session while the clock is doubted', async () => {
  const { harness, mails, send } = await openLinks({ outcome: 'sent', refused: [] })
  const tenDays = 10 * 86_400_000
  harness.clock.verify(harness.clock.verified() - tenDays, tenDays)
  const session = await harness.session()
  await send(session.id)
  const account = await harness.services.accounts.account(harness.caller.accountId)
  const timeZone = account?.document.merchant.timezone ?? 'UTC'
  const parts = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone })
  expect(mails[0]?.text).toContain(parts.format(new Date(session.expires_at)))
})

test('a live service does not send a link that only this computer can open, and the error names the setting', async () => {
  const { harness, services } = await openLinks({ outcome: 'sent', refused: [] })
  const { accountId, tenantId } = harness.caller
  const { id } = await harness.session()
  const local = { ...services, publicUrl: () => 'http://127.0.0.1:8080', isPublic: false }
  const sms = { send: async () => ({ outcome: 'sent' }) as const, close() {} }
  const selling = { ...local, postbox: { ...local.postbox, sms, training: false } }
  const refusals = [
    await prepareLinkMail(selling, { tenantId, accountId }, id, { email_override: 'ana@example.com' }),
    await prepareLinkSms(selling, { tenantId, accountId }, id, { phone_number: '+12125550123' }),
  ]
  for (const refused of refusals) {
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'state_conflict', message: expect.stringContaining('--public-url') },
    })
  }
  expect(await prepareLinkMail(selling, { tenantId, accountId }, 'cs_none', {})).toMatchObject({
    ok: false,
    error: { code: 'resource_missing', param: 'id' },
  })
  // In training the link stays in the outbox.
  const training = await prepareLinkMail(local, { tenantId, accountId }, id, {
    email_override: 'ana@example.com',
  })
  expect(training.ok).toBe(true)
})
