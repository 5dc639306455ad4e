import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { OperationFacts } from '../../src-shared/api/operation.ts'
import { cardDataPath, holdsCardData } from '../../src-shared/payments/card-data.ts'
import { longestKey } from './idempotency-header.ts'

/**
 * Fields that may contain card or bank data: they go to the vault (tokens), or have their own filter (raw_response).
 */
const takesCardData: Readonly<Record<string, readonly string[]>> = {
  '/tokens': ['card.number', 'bank.account_number'],
  '/checkout_pages/{id}/collect': ['card.number', 'bank.account_number'],
  '/applications': ['bank_account.account_number'],
  '/applications/{id}': ['bank_account.account_number'],
  '/application_pages/{id}': ['bank_account.account_number'],
  '/contractor_application_pages/{id}': ['bank_account.account_number'],
  '/applications/{id}/documents': ['content'],
  '/application_pages/{id}/documents': ['content'],
  // Random hexadecimal numbers of a fixed length, whose digits may look like a card number. They are not stored.
  '/terminals/activate/begin': ['share'],
  '/terminals/activate': ['share', 'proof', 'further_proofs'],
  '/external_payments': ['gateway_response.raw_response'],
  '/external_refunds': ['gateway_response.raw_response'],
  '/external_payment_intents': ['gateway_response.raw_response'],
  '/external_payment_intents/{payment_intent_id}': ['gateway_response.raw_response'],
}

/**
 * PCI DSS 3: no card number or track data is stored in the clear. A request with card data in any other field is
 * refused before it is processed, so that the data reaches no row, event, mail, receipt or saved answer. Sandbox
 * operations may name a test card for a virtual terminal; it is not stored.
 */
export function refuseCardData({ path, sandbox }: OperationFacts, body: unknown): ServiceError | null {
  if (sandbox === true) return null
  const param = cardDataPath(body, { except: takesCardData[path] ?? [] })
  return param === null ? null : holdsCard(param)
}

/** Refuses card data in an idempotency key, which is stored as sent. A key that is too long is refused elsewhere. */
export const refuseCardDataInKey = (key: unknown): ServiceError | null =>
  typeof key === 'string' && key.length <= longestKey && holdsCardData(key)
    ? holdsCard('x-idempotency-key')
    : null

/** Removes card data from an error, which may quote a URL, a header or a field name that was not checked for it. */
export function withoutCardData(error: ServiceError): ServiceError {
  const { message, param, errors, ...rest } = error
  const isFound = [error, ...(errors ?? [])].some(
    ({ message: words, param: name = '' }) =>
      holdsCardData(words) || (!words.includes(name) && holdsCardData(name)),
  )
  if (!isFound) return error
  const hidden =
    'The request was refused because it contains a card number, which is not repeated here. Remove it.'
  return { ...rest, message: hidden }
}

const holdsCard = (param: string): ServiceError =>
  serviceError(
    'parameter_invalid',
    `${param} contains a card number, or the data of a card's track or chip, which must not be stored unencrypted. Remove it.`,
    { param },
  )
