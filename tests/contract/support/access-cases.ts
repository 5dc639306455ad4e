import { expect } from 'vitest'
import type { z } from 'zod'
import { type AccessLevel, accessLevels } from '../../../src-service/caller.ts'
import { type ErrorCode, errorEnvelopeSchema } from '../../../src-shared/api/errors.ts'
import type { Operation } from '../../../src-shared/api/operation.ts'
import { operationEntries } from '../../../src-shared/api/operations.ts'
import type { Answer } from './ask.ts'

/** Operations with a key; those of hosted pages use a secret instead: checkout-pages.test.ts. */
export const keyed = operationEntries.filter(
  ([, row]) => !['none', 'client_secret', 'session'].includes(row.access),
)
export const targets = ['own', 'sibling', 'stranger'] as const
export type Target = (typeof targets)[number]

/** Returns the error with which the level alone is refused, for any request. */
export function levelRefusal({ access }: Operation, level: AccessLevel): ErrorCode | null {
  if (level === 'public' && access !== 'public') return 'public_key_not_allowed'
  if (access === 'partner' || access === 'business') {
    return accessLevels.indexOf(level) > accessLevels.indexOf(access) ? 'permission_denied' : null
  }
  if (access === 'tenant_admin' && level !== 'tenant_admin') return 'tenant_admin_required'
  return access === 'write' && level === 'read_only' ? 'permission_denied' : null
}

export const isInReach = (level: AccessLevel, target: Target): boolean =>
  target === 'own' || (target === 'sibling' && level === 'tenant_admin')

const refusalsOfKeys: readonly ErrorCode[] = [
  ...(['api_key_missing', 'api_key_invalid', 'api_key_revoked', 'permission_denied'] as const),
  ...(['public_key_not_allowed', 'tenant_admin_required'] as const),
]

/** Expects that the request was admitted: whatever else is wrong with it, neither key nor account is. */
export function expectAdmitted({ status, body }: Answer): void {
  if (status === 200) return
  const { error } = errorEnvelopeSchema.parse(body)
  expect(refusalsOfKeys, error.message).not.toContain(error.code)
  expect(error.param, error.message).not.toBe('x-account-id')
}

/** Folders whose name differs from that of their objects. */
const kindsOfFolders: Readonly<Record<string, string>> = {
  '/contractors/application/{id}': 'contractor_application_id',
}

/** Returns the names of the ids in a path: `/payments/{id}/refunds` has a payment_id. */
export function pathIdsOf({ path }: Operation): readonly { readonly place: string; readonly kind: string }[] {
  return [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, folder = '', param = '']) => ({
    place: `{${param}}`,
    kind:
      param === 'id'
        ? (kindsOfFolders[path] ?? `${folder.replace(/(?<=ss)es$|s$/, '')}_id`)
        : param === 'accountId'
          ? 'account_id'
          : param === 'documentId'
            ? 'document_id'
            : param,
  }))
}

/** Returns the ids that a body may name. Ids that are only stored and not looked up are left out. */
export const bodyIdsOf = ({ body }: Operation, known: object): readonly string[] =>
  Object.keys((body as z.ZodObject | undefined)?.shape ?? {}).filter(
    (field) => field === 'hsn' || (field in known && field !== 'reference_id'),
  )

/** The same id with another ending: valid in form, but unknown. */
export const nobodys = (id: string): string => `${id.slice(0, -2)}${id.endsWith('00') ? '11' : '00'}`

/** Returns the content of a refusal, without the id that it is about. */
export const wordsOf = (answer: Answer, id: string): string => {
  const { error } = errorEnvelopeSchema.parse(answer.body)
  return JSON.stringify({ ...error, request_id: '', status: answer.status }).replaceAll(id, 'ID')
}
