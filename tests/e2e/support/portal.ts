import { type CallInput, createClient } from '../../../src-shared/api/client.ts'
import type { OperationName, OperationReply } from '../../../src-shared/api/operations.ts'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { User } from '../../../src-shared/api/schemas/user.ts'
import { startWebhookListener, type WebhookListener } from '../../support/webhook-listener.ts'
import { submitContractorForm, wholeIndividual } from '../../support/whole-contractor.ts'
import type { TestService } from './service.ts'

const grace = { individual: { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' } }

/**
 * A merchant after some days: payments, one of them declined, a closed day, a contractor, an endpoint, an application.
 */
export interface Merchant {
  readonly businessId: string
  readonly listener: WebhookListener
  readonly endpointUrl: string
  /** Takes a card payment: authorizes `amount` and captures `captured`, in cents. @returns the payment */
  payPart(amount: number, captured: number, reference_id: string): Promise<Payment>
  addUser(role: User['role'], email: string): Promise<User>
  /** Returns the link that was e-mailed. */
  mailedLink(user: User): Promise<string>
}

export async function openMerchant(service: TestService): Promise<Merchant> {
  const { client, account_id: accountId } = service
  const call = async <Name extends OperationName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<OperationReply<Name>> => {
    const answer = await client.call(name, input)
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
    return answer.value
  }
  const listener = await startWebhookListener()
  const endpointUrl = listener.url('/hooks')
  const { business_id: businessId } = await call('accounts.get', { params: { id: accountId } })
  await call('webhook_endpoints.create', { body: { url: endpointUrl, business_id: businessId } })
  const applied = await call('contractors.link', {
    body: { parent_id: businessId, parent_type: 'BUSINESS', application_data: grace },
  })
  await submitContractorForm(applied.link, {
    ...wholeIndividual,
    individual: { ...wholeIndividual.individual, ...grace.individual },
  })
  await call('sandbox.contractor_applications.advance', {
    params: { id: applied.contractor_application_id },
    body: { to: 'APPROVED' },
  })
  const contractors = await call('contractors.list', { businessId })
  const contractor = contractors.data[0]?.id ?? ''
  const pay = async (
    amount: number,
    reference_id: string,
    { body = {}, number = '4242424242424242' } = {},
  ) => {
    const intent = await call('payment_intents.create', { body: { amount, reference_id, ...body } })
    const method = await call('tokens.create', {
      body: {
        client_secret: intent.client_secret ?? '',
        payment_method_type: 'card',
        card: { number, exp_month: '12', exp_year: '2049' },
      },
    })
    await call('payments.create', { params: { id: intent.id }, body: { payment_method_id: method.id } })
    return intent
  }
  const share = { amount: 2_000, description: 'Hair cut', account_id: contractor }
  await pay(7_700, 'order 0', { number: '4000000000000002' })
  await pay(12_345, 'order 1', { body: { payment_splits: [share] } })
  await pay(4_050, 'order 2')
  await call('sandbox.settlements.close', { body: { account_id: accountId } })
  await pay(8_900, 'order 3')
  await call('applications.create', { body: { business_id: businessId, name: 'Second shop' } })
  return {
    businessId,
    listener,
    endpointUrl,
    async payPart(amount, captured, reference_id) {
      const { id } = await pay(amount, reference_id, { body: { capture: false } })
      const intent = await call('payment_intents.capture', { params: { id }, body: { amount: captured } })
      if (intent.latest_payment === null) throw new Error('nothing was paid')
      return intent.latest_payment
    },
    addUser: (role, email) =>
      call('users.create', {
        body: {
          first_name: role === 'ADMIN' ? 'Ada' : 'Rita',
          last_name: 'King',
          role,
          email,
          business_id: businessId,
        },
      }),
    async mailedLink({ id, email }) {
      const { login_url } = await call('users.login_url', { params: { id } })
      // The e-mails belong to the business, not to the account used by the other calls.
      const mails = await createClient({ baseUrl: service.url, apiKey: service.private_key }).call(
        'sandbox.outbox',
        {},
      )
      const sent = mails.ok ? mails.value.data.filter(({ to }) => to.includes(email)) : []
      if (!JSON.stringify(sent).includes(login_url)) throw new Error(`no mail to ${email} holds the link`)
      return login_url
    },
  }
}
