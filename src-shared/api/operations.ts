import type { z } from 'zod'
import type { Operation } from './operation.ts'
import { apiKeyOperations } from './operations/api-keys.ts'
import { applicationOperations, applicationPageOperations } from './operations/applications.ts'
import { auditAnchorOperations } from './operations/audit-anchors.ts'
import { boardingOperations } from './operations/boarding.ts'
import { applicationSandboxOperations, boardingSandboxOperations } from './operations/boarding-sandbox.ts'
import { checkoutPageOperations, checkoutSessionOperations } from './operations/checkout.ts'
import { contractorOperations, contractorPageOperations } from './operations/contractors.ts'
import { customerOperations } from './operations/customers.ts'
import { externalOperations } from './operations/external.ts'
import { feeOperations } from './operations/fees.ts'
import { giftCardOperations } from './operations/gift-cards.ts'
import { messageOperations } from './operations/messages.ts'
import { paymentMethodIntentOperations } from './operations/payment-method-intents.ts'
import { paymentMethodOperations } from './operations/payment-methods.ts'
import { paymentNoteOperations } from './operations/payment-notes.ts'
import { paymentOperations } from './operations/payments.ts'
import { refundOperations } from './operations/refunds.ts'
import { sandboxOperations } from './operations/sandbox.ts'
import { searchOperations } from './operations/search.ts'
import { settlementOperations } from './operations/settlements.ts'
import { surchargeOperations } from './operations/surcharges.ts'
import { terminalOperations } from './operations/terminals.ts'
import { userOperations } from './operations/users.ts'
import { webhookOperations } from './operations/webhooks.ts'

/** The contract: every operation of the service, one row each. */
export const operations = {
  ...paymentOperations,
  ...paymentMethodOperations,
  ...paymentMethodIntentOperations,
  ...checkoutSessionOperations,
  ...checkoutPageOperations,
  ...customerOperations,
  ...giftCardOperations,
  ...terminalOperations,
  ...sandboxOperations,
  ...refundOperations,
  ...settlementOperations,
  ...externalOperations,
  ...feeOperations,
  ...surchargeOperations,
  ...searchOperations,
  ...apiKeyOperations,
  ...messageOperations,
  ...boardingOperations,
  ...boardingSandboxOperations,
  ...webhookOperations,
  ...applicationOperations,
  ...applicationPageOperations,
  ...applicationSandboxOperations,
  ...userOperations,
  ...contractorOperations,
  ...contractorPageOperations,
  ...auditAnchorOperations,
  ...paymentNoteOperations,
} as const

export type OperationName = keyof typeof operations
type Row<Name extends OperationName> = (typeof operations)[Name]

type Part<Name extends OperationName, Key extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> =
  Row<Name> extends Record<Key, infer Schema extends z.ZodType>
    ? Side extends 'in'
      ? z.input<Schema>
      : z.output<Schema>
    : undefined

/** The types that a client sends. */
export type OperationParams<Name extends OperationName> = Part<Name, 'params', 'in'>
export type OperationQuery<Name extends OperationName> = Part<Name, 'query', 'in'>
export type OperationBody<Name extends OperationName> = Part<Name, 'body', 'in'>
/** The types that a handler receives, parsed. */
export type ParsedParams<Name extends OperationName> = Part<Name, 'params', 'out'>
export type ParsedQuery<Name extends OperationName> = Part<Name, 'query', 'out'>
export type ParsedBody<Name extends OperationName> = Part<Name, 'body', 'out'>
export type OperationReply<Name extends OperationName> = z.output<Row<Name>['reply']>

/** The rows as plain data, for code that iterates over the table. */
export const operationEntries: readonly (readonly [OperationName, Operation])[] = Object.entries(
  operations,
) as unknown as readonly (readonly [OperationName, Operation])[]
