import type { Operation } from '../operation.ts'
import {
  apiKeyPageSchema,
  apiKeySchema,
  createApiKeyBodySchema,
  createdApiKeySchema,
  listApiKeysQuerySchema,
} from '../schemas/api-key.ts'
import { idParamsSchema } from '../schemas/common.ts'

/**
 * Section 5: API keys. A key with write access may manage keys of its own level and below. api_keys.create takes no
 * x-idempotency-key: the saved answer would contain the new key.
 */
export const apiKeyOperations = {
  'api_keys.create': {
    method: 'POST',
    path: '/api_keys',
    summary: 'Make an API key; it is shown this once',
    spec: 'ours',
    access: 'write',
    account: 'none',
    business: true,
    body: createApiKeyBodySchema,
    reply: createdApiKeySchema,
  },
  'api_keys.list': {
    method: 'GET',
    path: '/api_keys',
    summary: 'List the API keys within reach, newest first',
    spec: 'ours',
    access: 'write',
    account: 'none',
    business: true,
    query: listApiKeysQuerySchema,
    reply: apiKeyPageSchema,
  },
  'api_keys.revoke': {
    method: 'DELETE',
    path: '/api_keys/{id}',
    summary: 'Revoke an API key, at once and for good',
    spec: 'ours',
    access: 'write',
    account: 'none',
    params: idParamsSchema,
    reply: apiKeySchema,
  },
} as const satisfies Record<string, Operation>
