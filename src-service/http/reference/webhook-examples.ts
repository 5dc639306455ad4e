import { type EventResource, eventNames, eventResources } from '../../../src-shared/api/event-types.ts'
import type { OperationName } from '../../../src-shared/api/operations.ts'
import type { WebhookBody } from '../../../src-shared/api/schemas/event.ts'
import { eventBody } from '../../webhooks/event-body.ts'
import { exampleOf } from './examples.ts'

/** The operation whose recorded answer has an example of the resource. */
const shownBy: { readonly [Resource in EventResource]: OperationName } = {
  payment_intent: 'payment_intents.get',
  payment: 'payments.get',
  refund: 'refunds.get',
  checkout_session: 'checkout_sessions.get',
  payment_method: 'payment_methods.get',
  payment_method_intent: 'payment_method_intents.get',
  customer: 'customers.get',
  terminal: 'terminals.terminal_details',
  fee: 'fees.get',
  settlement: 'settlements.list',
  contractor: 'contractors.list',
  application: 'applications.get',
  account: 'accounts.get',
}

export interface WebhookExample {
  /** The types of events that contain this resource. */
  readonly types: readonly string[]
  readonly body: WebhookBody
}

/** Returns a webhook for each resource, with an object from a recorded answer; for docs/api/webhooks.json. */
export const webhookExamples = (): Readonly<Record<string, WebhookExample>> =>
  Object.fromEntries(
    eventResources.map((resource) => {
      const types = eventNames[resource].map((name) => `v2.${resource}.${name}`)
      const reply: Readonly<Record<string, unknown>> = exampleOf(shownBy[resource])?.reply ?? {}
      const list = reply.data ?? reply.terminal_details
      const shown = Array.isArray(list) ? list[0] : reply
      // Section 6: the events of accounts include the application.
      const object =
        resource === 'account' ? { ...shown, application: exampleOf('applications.get')?.reply } : shown
      const body = eventBody({
        id: 'evt_01h455vb4pex5vsknk084sn02q',
        account_id: '',
        type: types[0] ?? '',
        created_at: Date.UTC(2026, 0, 31, 12),
        sequence: 1,
        object,
      })
      return [resource, { types, body }]
    }),
  )
