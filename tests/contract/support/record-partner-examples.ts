import { wholeIndividual } from '../../support/whole-contractor.ts'
import type { RecordCall } from './record-call.ts'
import type { RunningService } from './running-service.ts'

/** The calls with which a partner sets up notifications. @param pay creates an event to show */
export async function recordWebhooks(call: RecordCall, pay: () => Promise<void>): Promise<void> {
  const endpoint = await call('webhook_endpoints.create', {
    body: {
      url: 'http://127.0.0.1:9/countertop',
      description: 'Orders of the web shop',
      event_types: ['v2.payment.*', 'v2.checkout_session.completed'],
    },
  })
  await call('webhook_endpoints.get', { params: { id: endpoint.id } })
  await call('webhook_endpoints.list', { query: '?limit=1' })
  await call('webhook_endpoints.update', { params: { id: endpoint.id }, body: { rotate_secret: {} } })
  await pay()
  const { data: published } = await call('events.list', { query: '?limit=1&type=v2.payment.captured' })
  const event = published[0]?.id ?? ''
  await call('events.redeliver', { params: { id: event }, body: { webhook_endpoint_id: endpoint.id } })
  await call('events.get', { params: { id: event } })
  await call('webhook_endpoints.delete', { params: { id: endpoint.id } })
}

/** The calls with which a partner adds a contractor. @returns its id */
export async function recordContractors(
  call: RecordCall,
  service: Pick<RunningService, 'services' | 'accountId'>,
): Promise<string> {
  const own = await service.services.accounts.account(service.accountId)
  const ofBusiness = { 'x-business-id': own?.document.business_id ?? '' }
  const begun = await call('contractors.link', {
    body: {
      parent_id: own?.document.business_id ?? '',
      parent_type: 'BUSINESS',
      application_data: {
        individual: { first_name: 'Grace', last_name: 'Baker', email: 'grace@example.com' },
      },
    },
  })
  const ofApplicant = { id: begun.contractor_application_id }
  const onForm = { params: ofApplicant, secret: `${ofApplicant.id}_secret_${begun.link.split('#')[1]}` }
  await call('contractor_application_pages.save', { ...onForm, body: wholeIndividual })
  await call('contractor_application_pages.get', onForm)
  await call('contractor_application_pages.submit', onForm)
  await call('sandbox.contractor_applications.list', { query: '?status=UNDER_REVIEW' })
  await call('sandbox.contractor_applications.advance', { params: ofApplicant, body: { to: 'APPROVED' } })
  await call('contractors.get_application', { params: ofApplicant })
  const { data: contractors } = await call('contractors.list', { headers: ofBusiness })
  return contractors[0]?.id ?? ''
}

/** Creates a business with a location and a user, and the plan of its account. */
export async function recordBusiness(call: RecordCall): Promise<{
  readonly id: string
  readonly processing_plan_id: string
}> {
  const business = await call('businesses.create', {
    body: {
      name: 'Corner Café',
      contact_email: 'ana@example.com',
      contact_first_name: 'Ana',
      contact_last_name: 'Torres',
    },
  })
  await call('businesses.get', { params: { id: business.id } })
  const plan = await call('processing_plans.create', {
    body: { name: 'Small shops', auth_fee: 10, card_fee_bps: 290, chargeback_fee: 1500 },
  })
  await call('processing_plans.list', { query: '?limit=1' })
  await call('processing_plans.get', { params: { id: plan.id } })
  await call('mccs.list', { query: '?description=eating&limit=2' })
  const location = await call('locations.create', {
    body: { business_id: business.id, name: 'Main Street' },
  })
  await call('locations.update', { params: { id: location.id }, body: { name: 'Elm Street' } })
  const { user } = await call('users.set_status', {
    params: {
      id: (
        await call('users.create', {
          body: { first_name: 'Ada', last_name: 'King', email: 'ada@example.com', business_id: business.id },
        })
      ).id,
    },
    body: { status: 'ACTIVE' },
  })
  await call('users.get', { params: { id: user.id } })
  await call('users.list', { query: '?email=ada@example.com' })
  await call('users.update', { params: { id: user.id }, body: { role: 'READ_ONLY' } })
  const login = await call('users.login_url', { params: { id: user.id } })
  await call('user_sessions.create', { body: { token: login.login_url.split('#')[1] ?? '' } })
  await call('users.sign_out', { params: { id: user.id } })
  await call('locations.list', { query: `?business_id=${business.id}&limit=1` })
  return { id: business.id, processing_plan_id: plan.id }
}

/** The first and the last calls of the portal's pages. */
export async function recordOwnSession(call: RecordCall): Promise<void> {
  const { data } = await call('users.list', { query: '?email=ada@example.com' })
  const { login_url } = await call('users.login_url', { params: { id: data[0]?.id ?? '' } })
  await call('user_sessions.create', { body: { token: login_url.split('#')[1] ?? '' } })
  await call('user_sessions.current')
  await call('user_sessions.end')
}
