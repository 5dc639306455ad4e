import { describe, expect, test } from 'vitest'
import { answerActivation } from '../../../../src-shared/terminal/activation.ts'
import { randomHex } from '../../../../src-shared/terminal/proofs.ts'
import { activate } from '../../../../src-terminal/link/activate.ts'
import { testService } from '../device-harness.ts'

const activation = { serviceUrl: 'http://127.0.0.1:1', hsn: 'VT-0001', activationCode: '12345678' }

/**
 * A service that knows the code, over a network that loses answers. @param lost the result of each request, by path and
 * count; a number is a rate limit of so many seconds
 */
function serviceThat(lost: (path: string, count: number) => 'answers' | 'lost' | 'fails' | number) {
  const asked: { readonly path: string; readonly body: { share: string; proof?: string } }[] = []
  const waited: number[] = []
  const random = randomHex(64)
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), { status, headers })
  const send: typeof fetch = async (input, init) => {
    const { pathname: path } = new URL(String(input))
    const body = JSON.parse(String(init?.body)) as { share: string; proof?: string }
    asked.push({ path, body })
    const count = asked.filter((each) => each.path === path).length
    const outcome = lost(path, count)
    if (outcome === 'lost') throw new TypeError('fetch failed')
    if (outcome === 'fails') {
      const error = { type: 'api', code: 'internal', message: 'An internal error.', request_id: 'req_1' }
      return answer(500, { error })
    }
    if (typeof outcome === 'number') {
      const error = { type: 'rate_limit', code: 'rate_limited', message: 'Wait.', request_id: 'req_1' }
      return answer(429, { error }, { 'retry-after': String(outcome) })
    }
    const exchange = answerActivation(activation.hsn, activation.activationCode, body.share, random)
    if (path.endsWith('/begin')) return answer(200, { service_share: exchange.share })
    const { publicKey: service_key } = testService
    const proof = exchange.finish()?.serviceProof(service_key, 'Terminal 1')
    return answer(200, { name: 'Terminal 1', service_key, proof })
  }
  const patience = {
    fetch: send,
    pauseBefore: () => 1,
    wait: async (seconds: number) => void waited.push(seconds),
  }
  return { asked, waited, patience }
}

describe('a terminal that activates itself', () => {
  test('a terminal that activates itself repeats a lost request with the same exchange', async () => {
    const { asked, patience } = serviceThat((path, count) =>
      path.endsWith('/begin') || count > 2 ? 'answers' : 'lost',
    )
    const activated = await activate(activation, patience)
    expect(activated).toMatchObject({ ok: true, value: { name: 'Terminal 1' } })
    const finishes = asked.filter(({ path }) => !path.endsWith('/begin'))
    expect(finishes).toHaveLength(3)
    expect(new Set(finishes.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  test.each(['begin', 'activate'])(
    'a service that fails at %s for a while, as on a full disk, has refused nothing',
    async (failing) => {
      const { asked, patience } = serviceThat((path, count) =>
        path.endsWith(failing) && count <= 2 ? 'fails' : 'answers',
      )
      expect(await activate(activation, patience)).toMatchObject({ ok: true, value: { name: 'Terminal 1' } })
      expect(asked.filter(({ path }) => path.endsWith(failing))).toHaveLength(3)
    },
  )

  test('a terminal that activates itself begins at most five exchanges when answers are lost, and then needs a new code', async () => {
    const { asked, patience } = serviceThat((path) => (path.endsWith('/begin') ? 'answers' : 'lost'))
    expect(await activate(activation, patience)).toEqual({ ok: false, error: 'troubled' })
    expect(asked.filter(({ path }) => path.endsWith('/begin'))).toHaveLength(5)
    expect(new Set(asked.map(({ body }) => body.proof)).size).toBe(1 + 5)
  })

  test('a terminal that activates itself waits as long as the service asks', async () => {
    const { waited, patience } = serviceThat((path, count) =>
      path.endsWith('/begin') && count === 1 ? 42 : 'answers',
    )
    expect(await activate(activation, patience)).toMatchObject({ ok: true })
    expect(waited).toEqual([42])
  })
})
