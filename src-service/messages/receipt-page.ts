import type { FastifyInstance } from 'fastify'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Language } from '../../src-shared/language.ts'
import { sendError } from '../http/answers.ts'
import type { ClientAddress } from '../http/client-address.ts'
import { answerUnknownRoute } from '../http/error-handler.ts'
import { createPageLimit, createWrongSecrets } from '../http/wrong-secrets.ts'
import type { Vault } from '../vault/vault.ts'
import { mailHtml } from './blocks-html.ts'
import type { MessageServices } from './message-services.ts'
import { readReceiptToken } from './receipt-link.ts'
import { receiptPage } from './receipt-mail.ts'
import { receiptPayment } from './receipt-rules.ts'
import { messageWords } from './words.ts'

export type ReceiptPageServices = Pick<MessageServices, 'store' | 'accounts' | 'clock' | 'postbox'> & {
  readonly vault: Pick<Vault, 'fingerprint'>
}

/**
 * Serves the receipt behind the link of a text message in its current state, including refunds. The page has no scripts
 * and only the content of the printed receipt. Browsers do not store it, search engines do not index it, and it is gone
 * when the link expires.
 *
 * @param steady monotonic time, in ms
 */
export function mountReceiptPage(
  server: FastifyInstance,
  services: ReceiptPageServices,
  addressOf: ClientAddress,
  steady: () => number,
): void {
  const wrong = createWrongSecrets('links', steady)
  const limitPage = createPageLimit(steady)
  server.get<{ Params: { readonly token: string } }>('/receipts/:token', async (request, reply) => {
    const link = readReceiptToken(services.vault, request.params.token)
    if (link === null) {
      const tooMany = wrong.count(addressOf(request.socket.remoteAddress, request.headers))
      return tooMany === null ? answerUnknownRoute(request, reply) : sendError(request, reply, tooMany)
    }
    const tooMany = limitPage(link.intentId)
    if (tooMany !== null) return sendError(request, reply, tooMany)
    const page = reply.headers(headers)
    const { language } = link
    if (link.expiresAt <= services.clock.verified()) {
      const { receiptGone, receiptGoneText } = messageWords[language]
      const blocks = [
        { kind: 'title', text: receiptGone },
        { kind: 'text', text: receiptGoneText },
      ] as const
      return page.code(410).send(mailHtml({ language, title: receiptGone, blocks }))
    }
    const html = await receiptHtml(services, link.intentId, language)
    return html === null ? answerUnknownRoute(request, reply) : page.send(html)
  })
}

/** Returns null if there is no such receipt, for example for a link of another database. */
async function receiptHtml(
  { store, accounts, postbox }: ReceiptPageServices,
  intentId: string,
  language: Language,
): Promise<string | null> {
  const row = await store.find<PaymentIntent>('payment_intent', intentId)
  if (row === null) return null
  const paid = receiptPayment(row.document)
  const account = await accounts.account(row.account_id)
  if (!paid.ok || account === null) return null
  const { training } = postbox
  const input = { account: account.document, intent: row.document, ...paid.value, training, language }
  return mailHtml(receiptPage(input))
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
} as const
