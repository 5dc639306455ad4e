import { service } from './tour.js'

/** What orval's client calls for every operation: it knows the address and the keys. */
export const orvalFetch = async <Answer>(path: string, init: RequestInit): Promise<Answer> => {
  const key = path === '/tokens' ? service.publicKey : service.privateKey
  const response = await fetch(`${service.url}${path}`, {
    ...init,
    headers: {
      'x-api-key': key,
      'x-account-id': service.accountId,
      ...(init.headers as Record<string, string>),
    },
  })
  return { status: response.status, data: await response.json(), headers: response.headers } as Answer
}
