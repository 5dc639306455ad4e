import { describe, expect, test } from 'vitest'
import type { OutboxEvent } from '../../../../src-service/store/store.ts'
import { eventBody } from '../../../../src-service/webhooks/event-body.ts'

const shown = (type: string, object: object) =>
  eventBody({ id: 'evt_1', type, created_at: 0, sequence: 1, object } as unknown as OutboxEvent).data.object

describe('the object in an event', () => {
  test('an event shows only the fields of the schema, even of an object that does not match it', () => {
    const kept = { id: 'app_1', status: 'a status of another version', tenant_id: 'ten_1', sealed: 'secret' }
    expect(shown('v2.application.updated', kept)).toEqual({ id: 'app_1', status: kept.status })
  })

  test('an event shows nothing of an unknown kind of resource', () => {
    expect(shown('v2.unheard_of.created', { id: 'x_1', sealed: 'secret' })).toEqual({})
  })
})
