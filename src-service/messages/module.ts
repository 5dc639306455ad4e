import type { messageOperations } from '../../src-shared/api/operations/messages.ts'
import { ok } from '../../src-shared/result.ts'
import { ownersInReach } from '../accounts/owners-in-reach.ts'
import type { Caller } from '../caller.ts'
import { loadSession } from '../checkout/load-session.ts'
import { loadIntent } from '../intents/load.ts'
import type { ServiceModule } from '../services.ts'
import type { Vault } from '../vault/vault.ts'
import type { MessageServices } from './message-services.ts'
import { prepareLinkMail, prepareLinkSms } from './prepare-link.ts'
import { prepareReceipt, prepareReceiptSms, receiptLink } from './prepare-receipt.ts'
import { sendMessage } from './send-message.ts'

/** Section 4.2: links and receipts, by e-mail and by text message. */
export function messagesModule(
  services: MessageServices & { readonly vault: Pick<Vault, 'fingerprint'> },
): ServiceModule<keyof typeof messageOperations> {
  const { store, postbox } = services
  return {
    async stop() {
      postbox.mailer?.close()
    },
    handlers: {
      'payment_intents.send_receipt': ({ caller, params, body, idempotency }) =>
        sendMessage(services, {
          accountId: caller.accountId,
          idempotency,
          async prepare() {
            const row = await loadIntent(store, caller.accountId, params.id)
            return row.ok ? prepareReceipt(services, caller, row.value.document, body) : row
          },
        }),

      'payment_intents.send_receipt_sms': ({ caller, params, body, idempotency }) =>
        sendMessage(services, {
          accountId: caller.accountId,
          idempotency,
          async prepare() {
            const row = await loadIntent(store, caller.accountId, params.id)
            return row.ok ? prepareReceiptSms(services, caller, row.value.document, body) : row
          },
        }),

      'payment_intents.receipt_link': async ({ caller, params, query }) => {
        const row = await loadIntent(store, caller.accountId, params.id)
        return row.ok ? receiptLink(services, caller, row.value.document, query.locale) : row
      },

      'checkout_sessions.send_receipt': ({ caller, params, body, idempotency }) =>
        sendMessage(services, {
          accountId: caller.accountId,
          idempotency,
          async prepare() {
            const state = await loadSession(store, caller.accountId, params.id)
            return state.ok ? prepareReceipt(services, caller, state.value.intent.document, body) : state
          },
        }),

      'checkout_sessions.send_sms': ({ caller, params: { id }, body, idempotency }) =>
        sendMessage(services, {
          accountId: caller.accountId,
          idempotency,
          prepare: () => prepareLinkSms(services, caller, id, body),
        }),

      'checkout_sessions.send_email': ({ caller, params: { id }, body, idempotency }) =>
        sendMessage(services, {
          accountId: caller.accountId,
          idempotency,
          prepare: () => prepareLinkMail(services, caller, id, body),
        }),

      'sandbox.outbox': async ({ caller }) =>
        ok({
          data: postbox.outbox.list([...(await ownersInReach(services, caller)), ...ownPartner(caller)]),
        }),
    },
  }
}

/** Returns the partner, whose own users' login links are in its outbox, if the request is not narrowed. */
function ownPartner(caller: Caller): readonly string[] {
  const isNarrowed = caller.accountId !== null || caller.businessId !== undefined
  const partnerId = caller.bounds?.partner_id ?? null
  return caller.level !== 'partner' || isNarrowed || partnerId === null ? [] : [partnerId]
}
