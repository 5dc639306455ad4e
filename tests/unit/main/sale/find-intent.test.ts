import { expect, test } from 'vitest'
import { findIntent } from '../../../../src-main/sale/find-intent.ts'
import { abandonIntent } from '../../../../src-main/sale/void-intent.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import { quietLog } from '../support/service.ts'

/** A service that answers every search with these. */
function serviceThatLists(...data: readonly { readonly id: string; readonly reference_id: string | null }[]) {
  const asked: string[] = []
  const call = async (name: string) => {
    asked.push(name)
    return { ok: true, value: { data: data.map((one) => ({ ...one, status: 'created' })) } }
  }
  return { asked, client: () => ({ call }) as unknown as Client }
}

test('of what a service lists, only what has the sale as its reference is the sale’s', async () => {
  const { client } = serviceThatLists(
    { id: 'pi_other', reference_id: 'sale_2' },
    { id: 'pi_none', reference_id: null },
    { id: 'pi_own', reference_id: 'sale_1' },
  )
  expect(await findIntent(client, 'sale_1')).toMatchObject({ ok: true, value: { id: 'pi_own' } })
})

test('a service that searches by something else has not shown that there is none, and nobody else’s intent is closed', async () => {
  const { client, asked } = serviceThatLists({ id: 'pi_other', reference_id: 'sale_2' })
  expect(await findIntent(client, 'sale_1')).toMatchObject({ ok: false, error: { kind: 'no_answer' } })
  const stopped = new AbortController().signal
  void abandonIntent(
    { client, log: quietLog, stopped },
    { kind: 'cancel_intent', sale_id: 'sale_1', intent_id: null },
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked.filter((name) => name !== 'payment_intents.search')).toEqual([])
})
