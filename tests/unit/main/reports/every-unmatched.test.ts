import { expect, test } from 'vitest'
import { everyUnmatched } from '../../../../src-main/reports/every-unmatched.ts'
import { createClient } from '../../../../src-shared/api/client.ts'
import { must } from '../../../support/must.ts'

test('a service with only the specification sends all unmatched settlements at once, however many they are', async () => {
  const asked: string[] = []
  const items = Array.from({ length: 25 }, (_, index) => ({
    type: 'record',
    id: `rec_${index}`,
    account_id: 'acct_1',
    amount: 100 + index,
  }))
  const client = createClient({
    baseUrl: 'http://service',
    apiKey: 'sk_test',
    fetch: async (url) => {
      asked.push(String(url))
      return Response.json({ data: items })
    },
  })
  const found = await must(everyUnmatched(() => client))
  expect(found.map(({ amount }) => amount)).toEqual(items.map(({ amount }) => amount))
  expect(asked).toHaveLength(1)
})
