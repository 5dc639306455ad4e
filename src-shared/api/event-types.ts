/**
 * Section 6: the event names by the resource that the event shows. The section names the events of accounts and
 * contractors; the other names follow the same style. A webhook endpoint subscribes by type or by resource
 * (`v2.payment.*`).
 */
export const eventNames = {
  payment_intent: [
    ...(['created', 'updated', 'processing', 'pending', 'uncaptured', 'captured', 'cancelled'] as const),
    ...(['payment_failed', 'failed', 'settled', 'reversed'] as const),
    ...(['disputed', 'dispute_won', 'dispute_lost'] as const),
  ],
  payment: [
    ...(['processing', 'pending', 'uncaptured', 'captured', 'cancelled', 'voided', 'failed'] as const),
    ...(['rejected', 'updated', 'settled', 'reversed', 'unresolved'] as const),
    ...(['late_authorization', 'late_capture', 'late_void'] as const),
    ...(['dispute_inquiry', 'disputed', 'dispute_won', 'dispute_lost'] as const),
  ],
  refund: ['created', 'updated', 'succeeded', 'failed', 'settled', 'unresolved', 'late'],
  checkout_session: ['created', 'updated', 'link_sent', 'completed', 'expired'],
  payment_method: ['created', 'updated', 'attached', 'detached'],
  payment_method_intent: ['created', 'updated', 'processing', 'succeeded', 'validation_failed', 'cancelled'],
  customer: ['created', 'updated', 'account_attached', 'account_detached'],
  terminal: ['activated', 'claimed', 'transferred', 'released'],
  fee: ['created', 'refunded', 'settled'],
  settlement: ['closed'],
  application: [
    ...(['created', 'updated', 'submitted', 'needs_information'] as const),
    ...(['approved', 'declined', 'cancelled', 'status_changed'] as const),
  ],
  account: ['created', 'gateway_updated', 'payouts_enabled'],
  contractor: ['approved', 'updated'],
} as const

export type EventResource = keyof typeof eventNames
export type EventTypeOf<Resource extends EventResource> =
  `v2.${Resource}.${(typeof eventNames)[Resource][number]}`
export type EventType = { [Resource in EventResource]: EventTypeOf<Resource> }[EventResource]

export const eventResources = Object.keys(eventNames) as readonly EventResource[]
export const eventTypes: readonly EventType[] = eventResources.flatMap((resource) =>
  eventNames[resource].map((name) => `v2.${resource}.${name}` as EventType),
)

/** The resource of an event type: `v2.payment.captured` shows a payment. */
export const resourceOfEvent = (type: string): EventResource | null =>
  eventResources.find((resource) => type.startsWith(`v2.${resource}.`)) ?? null
