import { describe, expect, test } from 'vitest'
import type { OutboxEvent } from '../../../../src-service/store/store.ts'
import { eventBody } from '../../../../src-service/webhooks/event-body.ts'

const shown = (type: string, object: object) =>
  eventBody({ id: 'evt_1', type, created_at: 0, sequence: 1, object } as unknown as OutboxEvent).data.object

describe('what an event shows', () => {
  test('what an event shows of an object that does not fit its schema is the fields of that schema alone', () => {
    const kept = { id: 'app_1', status: 'a status of another version', tenant_id: 'ten_1', sealed: 'secret' }
    expect(shown('v2.application.updated', kept)).toEqual({ id: 'app_1', status: kept.status })
  })

  test('what an event shows of a resource that nobody here knows is nothing', () => {
    expect(shown('v2.unheard_of.created', { id: 'x_1', sealed: 'secret' })).toEqual({})
  })
})
