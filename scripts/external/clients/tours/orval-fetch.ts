import { service } from './tour.js'

/** orval's client calls this for every operation: it adds the address and the keys. */
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
