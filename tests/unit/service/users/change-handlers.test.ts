import { expect, test, vi } from 'vitest'
import type { ApiKeyDocument } from '../../../../src-service/accounts/documents.ts'
import type { Caller } from '../../../../src-service/caller.ts'
import type { HandlerRequest } from '../../../../src-service/http/handler.ts'
import { firstRow } from '../../../../src-service/store/row-writes.ts'
import type { Row, Write } from '../../../../src-service/store/store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { changeHandlers } from '../../../../src-service/users/change-handlers.ts'
import type { LoginServices } from '../../../../src-service/users/login-link.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { err, ok } from '../../../../src-shared/result.ts'

const caller: Caller = { keyId: 'key_1', tenantId: 'ten_1', level: 'tenant_admin', accountId: null }

/** An administrator who has just been deactivated, and made a key at the same moment that others keep changing. */
function deactivated() {
  const owner = { business_id: null, partner_id: 'ptn_1' }
  const rights = { role: 'ADMIN', status: 'ACTIVE' }
  let user: Row = firstRow('ten_1', 'usr_1', { ...owner, ...rights, last_sign_in: null }, 1)
  let isDone = false
  const key = firstRow('', 'key_2', { ...owner, tenant_id: 'ten_1', made_by: 'usr_1' }, 1)
  const document = { ...key.document, level: 'partner', revoked_at: null } as unknown as ApiKeyDocument
  const store = {
    get: async () => user,
    find: async () => null,
    list: async (kind: string) => (isDone && kind === 'api_key' ? [{ ...key, document }] : []),
    commit: async ({ writes }: { readonly writes: readonly Write[] }) => {
      if (isDone) return err({ kind: 'version_conflict', resource: 'api_key', id: 'key_2' })
      for (const write of writes) if (write.kind === 'user' && write.op === 'update') user = write.row
      isDone = true
      return ok(undefined)
    },
  }
  const clock = createClock()
  const services = { store, clock, newId: createIdSource(clock.now) } as unknown as LoginServices
  return { services, isActive: () => (user.document as { readonly status: string }).status === 'ACTIVE' }
}

// Streams of the user's sessions are looked at again only then.
test('the end of the sessions of a deactivated user is reported even if a key of the user cannot be revoked', async () => {
  const { services, isActive } = deactivated()
  const reportEnd = vi.fn()
  const handlers = changeHandlers(services, { reportEnd }, { forget: () => {} })
  const request = { caller, params: { id: 'usr_1' }, body: { status: 'INACTIVE' }, idempotency: null }
  const changed = handlers['users.set_status'](request as unknown as HandlerRequest<'users.set_status'>)
  await expect(changed).rejects.toThrow('could not be revoked')
  expect(isActive()).toBe(false)
  expect(reportEnd).toHaveBeenCalledOnce()
})
