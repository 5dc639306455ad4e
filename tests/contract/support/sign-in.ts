import { expect } from 'vitest'
import type { OperationReply } from '../../../src-shared/api/operations.ts'
import type { Ask, Request } from './ask.ts'
import type { RunningService } from './running-service.ts'

/** Creates a user and signs in with its link. @returns what its browser sends */
export async function signInAs(
  service: Pick<RunningService, 'directUrl'>,
  ask: Ask,
  user: object,
  key?: string,
): Promise<SignedIn> {
  const by = key === undefined ? {} : { key }
  const made = await ask('users.create', { ...by, body: { first_name: 'Ada', last_name: 'King', ...user } })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const { id } = made.body as OperationReply<'users.create'>
  return { id, ...(await signInAgain(service, ask, id)) }
}

export interface SignedIn {
  readonly id: string
  /** The headers of the user's browser, as parts of a request. */
  readonly request: Pick<Request, 'key' | 'accountId'> & {
    readonly headers: Readonly<Record<string, string>>
  }
}

export async function signInAgain(
  service: Pick<RunningService, 'directUrl'>,
  ask: Ask,
  id: string,
  /** What the browser already sends. */
  browser: Request = {},
): Promise<Omit<SignedIn, 'id'>> {
  const link = await ask('users.login_url', { path: `/v1/users/${id}/login_url` })
  expect(link.status, JSON.stringify(link.body)).toBe(200)
  const token = (link.body as OperationReply<'users.login_url'>).login_url.split('#')[1]
  const answer = await ask('user_sessions.create', { key: null, ...browser, body: { token } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return {
    request: {
      key: null,
      accountId: null,
      headers: { cookie, origin: service.directUrl, 'sec-fetch-site': 'same-origin' },
    },
  }
}
