import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { OperationFacts } from '../../src-shared/api/operation.ts'
import { cardDataPath, holdsCardData } from '../../src-shared/payments/card-data.ts'
import { longestKey } from './idempotency.ts'

/** Where card and bank data belong: the vault takes them (tokens), or a filter of its own (raw_response). */
const takesCardData: Readonly<Record<string, readonly string[]>> = {
  '/tokens': ['card.number', 'bank.account_number'],
  '/checkout_pages/{id}/collect': ['card.number', 'bank.account_number'],
  '/applications': ['bank_account.account_number'],
  '/applications/{id}': ['bank_account.account_number'],
  '/application_pages/{id}': ['bank_account.account_number'],
  '/contractor_application_pages/{id}': ['bank_account.account_number'],
  '/applications/{id}/documents': ['content'],
  '/application_pages/{id}/documents': ['content'],
  // Random numbers of a fixed length, in hexadecimal: now and then their digits look like a card. None of them is kept.
  '/terminals/activate/begin': ['share'],
  '/terminals/activate': ['share', 'proof', 'further_proofs'],
  '/external_payments': ['gateway_response.raw_response'],
  '/external_refunds': ['gateway_response.raw_response'],
  '/external_payment_intents': ['gateway_response.raw_response'],
  '/external_payment_intents/{payment_intent_id}': ['gateway_response.raw_response'],
}

/**
 * PCI DSS 3: no card number and no track is kept in the clear. What a client writes into any field of its own is refused
 * before anything is done with it, so that it reaches no row, no event, no mail, no receipt and no saved answer. In
 * training the virtual terminals are told which test card to hold; that is kept nowhere.
 */
export function refuseCardData({ path, sandbox }: OperationFacts, body: unknown): ServiceError | null {
  if (sandbox === true) return null
  const param = cardDataPath(body, { except: takesCardData[path] ?? [] })
  return param === null ? null : holdsCard(param)
}

/** The key is kept as it was sent; one that is too long is refused for that, and not searched. */
export const refuseCardDataInKey = (key: unknown): ServiceError | null =>
  typeof key === 'string' && key.length <= longestKey && holdsCardData(key)
    ? holdsCard('x-idempotency-key')
    : null

/** What an error quotes may have been in an address, in a header or in the name of a field, which no gate looks into. */
export function withoutCardData(error: ServiceError): ServiceError {
  const { message, param, errors, ...rest } = error
  const isFound = [error, ...(errors ?? [])].some(
    ({ message: words, param: name = '' }) =>
      holdsCardData(words) || (!words.includes(name) && holdsCardData(name)),
  )
  if (!isFound) return error
  const hidden = 'The request was refused. It holds a card number, which is not repeated here: remove it.'
  return { ...rest, message: hidden }
}

const holdsCard = (param: string): ServiceError =>
  serviceError(
    'parameter_invalid',
    `${param} holds a card number, or data of a card's track or chip. It must not be kept in the clear: remove it.`,
    { param },
  )
