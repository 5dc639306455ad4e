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
    summary: 'Create an API key; only this response contains the key',
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
    summary: 'List the API keys that your key can manage, newest first',
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
    summary: 'Revoke an API key immediately and permanently',
    spec: 'ours',
    access: 'write',
    account: 'none',
    params: idParamsSchema,
    reply: apiKeySchema,
  },
} as const satisfies Record<string, Operation>
