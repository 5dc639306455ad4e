import { expect } from 'vitest'
import { type OperationName, operationEntries } from '../../../src-shared/api/operations.ts'
import { type Answer, type Ask, expectRefusal } from './ask.ts'

/** A hosted form, and the secret of its link. */
interface HostedForm {
  readonly id: string
  readonly client_secret: string
}

/**
 * Sends the requests of a hosted form's page: the secret of its link replaces a key.
 * @param prefix the beginning of the operations' paths
 */
export function createFormPages<Page>(ask: () => Ask, prefix: string) {
  const rows = operationEntries.filter(([, row]) => row.path.startsWith(prefix))
  const on = (name: OperationName, id: string, secret: string | null, body?: unknown): Promise<Answer> => {
    const row = rows.find(([one]) => one === name)?.[1]
    return ask()(name, {
      ...{ key: null, accountId: null, path: row?.path.replace('{id}', id) ?? '' },
      headers: secret === null ? {} : { 'x-client-secret': secret },
      ...(body === undefined ? {} : { body }),
    })
  }
  return {
    names: rows.map(([name]) => name),
    on,
    async page(name: OperationName, { id, client_secret }: HostedForm, body?: unknown): Promise<Page> {
      const answer = await on(name, id, client_secret, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body as Page
    },
    /**
     * Expects that the operation accepts only the secret of its own form, and gives the same refusal for any other.
     * @param stranger a private key
     */
    async expectOwnSecretAlone(
      name: OperationName,
      [own, other]: readonly [HostedForm, HostedForm],
      stranger: string,
    ): Promise<void> {
      const { id, client_secret: secret } = own
      const none = id.replace(/_.*/, '_none')
      const refused = [
        await on(name, id, null),
        await on(name, id, ''),
        await on(name, id, `${secret}x`),
        await on(name, id, secret.slice(0, -1)),
        await on(name, id, other.client_secret),
        await on(name, other.id, secret),
        await on(name, id, stranger),
        await on(name, none, `${none}_secret_none`),
      ]
      const [first, ...others] = refused.map(refusalOf)
      for (const one of others) expect(one).toEqual(first)
      const admitted = await on(name, id, secret)
      if (admitted.status !== 200) expect(JSON.stringify(admitted.body)).not.toContain('x-client-secret')
      expect(admitted.headers.get('cache-control')).toBe('no-store')
    },
  }
}

/** The refusal without the parts that differ in each answer. */
function refusalOf(answer: Answer) {
  const { request_id: _, ...refusal } = expectRefusal(answer, 'resource_missing')
  return refusal
}
