import type { Operation } from './operation.ts'
import type { OperationName } from './operations.ts'

type Rows = Readonly<Record<string, Operation>>
type Resource = OperationName extends infer Name ? (Name extends `${infer Of}.${string}` ? Of : never) : never

const applications = async (): Promise<Rows> => {
  const { applicationOperations, applicationPageOperations } = await import('./operations/applications.ts')
  return { ...applicationOperations, ...applicationPageOperations }
}
const boarding = async (): Promise<Rows> => (await import('./operations/boarding.ts')).boardingOperations
const boardingSandbox = async (): Promise<Rows> => {
  const file = await import('./operations/boarding-sandbox.ts')
  return { ...file.boardingSandboxOperations, ...file.applicationSandboxOperations }
}
const checkout = async (): Promise<Rows> => {
  const { checkoutPageOperations, checkoutSessionOperations } = await import('./operations/checkout.ts')
  return { ...checkoutSessionOperations, ...checkoutPageOperations }
}
const contractors = async (): Promise<Rows> => {
  const { contractorOperations, contractorPageOperations } = await import('./operations/contractors.ts')
  return { ...contractorOperations, ...contractorPageOperations }
}
const external = async (): Promise<Rows> => (await import('./operations/external.ts')).externalOperations
const messages = async (): Promise<Rows> => (await import('./operations/messages.ts')).messageOperations
const notes = async (): Promise<Rows> => (await import('./operations/payment-notes.ts')).paymentNoteOperations
const payments = async (): Promise<Rows> => (await import('./operations/payments.ts')).paymentOperations
const paymentMethods = async (): Promise<Rows> =>
  (await import('./operations/payment-methods.ts')).paymentMethodOperations
const refunds = async (): Promise<Rows> => (await import('./operations/refunds.ts')).refundOperations
const sandbox = async (): Promise<Rows> => (await import('./operations/sandbox.ts')).sandboxOperations
const search = async (): Promise<Rows> => (await import('./operations/search.ts')).searchOperations
const users = async (): Promise<Rows> => (await import('./operations/users.ts')).userOperations
const webhooks = async (): Promise<Rows> => (await import('./operations/webhooks.ts')).webhookOperations

/** The files that hold the operations of a resource. An operation's name begins with its resource. */
const filesOf: Readonly<Record<Resource, readonly (() => Promise<Rows>)[]>> = {
  accounts: [boarding],
  api_keys: [async () => (await import('./operations/api-keys.ts')).apiKeyOperations],
  application_pages: [applications],
  applications: [applications],
  audit_anchors: [async () => (await import('./operations/audit-anchors.ts')).auditAnchorOperations],
  businesses: [boarding],
  checkout_pages: [checkout],
  checkout_sessions: [checkout, messages],
  contractor_application_pages: [contractors],
  contractors: [contractors],
  customers: [async () => (await import('./operations/customers.ts')).customerOperations],
  disputes: [notes],
  events: [webhooks],
  external_payment_intents: [external],
  external_payments: [external],
  external_refunds: [external],
  fees: [async () => (await import('./operations/fees.ts')).feeOperations],
  gift_cards: [async () => (await import('./operations/gift-cards.ts')).giftCardOperations],
  locations: [boarding],
  mccs: [boarding],
  payment_intents: [payments, search, messages],
  payment_method_intents: [
    async () => (await import('./operations/payment-method-intents.ts')).paymentMethodIntentOperations,
  ],
  payment_methods: [paymentMethods],
  payment_notes: [notes],
  payments: [payments, refunds],
  processing_plans: [boarding],
  refunds: [refunds],
  sandbox: [sandbox, messages, boardingSandbox, contractors],
  settlements: [async () => (await import('./operations/settlements.ts')).settlementOperations],
  surcharges: [async () => (await import('./operations/surcharges.ts')).surchargeOperations],
  terminals: [async () => (await import('./operations/terminals.ts')).terminalOperations],
  tokens: [paymentMethods],
  transactions: [contractors],
  user_sessions: [users],
  users: [users],
  webhook_endpoints: [webhooks],
}

const loaded = new Map<OperationName, Operation>()

/**
 * Returns one row of the contract and loads its file on first use, for programs that call few operations. Loading all
 * rows at once (operations.ts) costs 3 MiB and the time to build their schemas.
 */
export async function operationOf(name: OperationName): Promise<Operation> {
  const known = loaded.get(name)
  if (known !== undefined) return known
  for (const load of filesOf[name.slice(0, name.indexOf('.')) as Resource]) {
    const row = (await load())[name]
    if (row === undefined) continue
    loaded.set(name, row)
    return row
  }
  throw new Error(`${name} is in none of the files of its resource`)
}
