import * as api from '../generated/orval/client.js'
import { tour } from './tour.js'

async function must<Answer extends { status: number; data: unknown }>(
  call: Promise<Answer>,
): Promise<Extract<Answer, { status: 200 }>['data']> {
  const answer = await call
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data))
  return answer.data as Extract<Answer, { status: 200 }>['data']
}

await tour({
  createIntent: (body) => must(api.paymentIntentsCreate(body)),
  createToken: (body) => must(api.tokensCreate(body)),
  pay: (id, body) => must(api.paymentsCreate(id, body)),
  capture: (id, body) => must(api.paymentIntentsCapture(id, body)),
  refund: (id, body) => must(api.refundsCreate(id, body)),
  getRefund: (id) => must(api.refundsGet(id)),
  search: (body) => must(api.paymentIntentsSearch(body)),
  closeDay: (body) => must(api.sandboxSettlementsClose(body)),
  async refusal() {
    const answer = await api.paymentIntentsCreate({ amount: -1 })
    if (answer.status !== 400 || !('error' in answer.data)) throw new Error('nothing was refused')
    return answer.data.error
  },
})
