import type { Recording } from './record-call.ts'

/** Values that differ in each recording; only their form is kept. */
const evened: Readonly<Record<string, unknown>> = {
  session_key: 'tml_01h455vb4pex5vsknk084sn000_wQ2n5cXk',
  activation_code: '48151623',
  share: '5e'.repeat(48),
  service_share: '1d'.repeat(32),
  proof: 'c0'.repeat(32),
  card_key: 'BM0Xs5v7Zk3s0T2QxW9vBM0Xs5v7Zk3s0T2QxW9vBM0Xs5v7Zk3s0T2QxW9vBM0Xs5v7Zk3s0T2QxW9vBM0=',
  signing_key: 'e7'.repeat(32),
  key_id: 'tk_48151623421a',
  order_id: 'QWERTYUIOPASDFGHJKL',
  key: 'sk_3q9vKtXr5uW1tYbA0c2e4g6i8k1m3o5q',
  hint: '3o5q',
  auth_code: '510813',
  latency_ms: 12,
  offset_ms: 0,
  merchant_id: '800000001234',
  message_id: '<receipt@countertop.example>',
  html: '<!doctype html>…',
  emv_tag_data: '{"AID":"A0000000031010","TVR":"0000000000","TSI":"E800"}',
  version: '1.0.0',
  batch_id: '20260131',
  secret: 'whsec_gNFnhJ7rGHNLzLcxE65GhLGzXULrSr5CsOH4nrofrkY=',
  duration_ms: 8,
}

/** Replaces ids, times, keys and the like by fixed values, so that two recordings can be compared. */
export function evenOut(recording: Recording): Recording {
  const ids = new Map<string, string>()
  const evenId = (prefix: string, id: string): string => {
    const known = ids.get(id) ?? `01h455vb4pex5vsknk084sn${String(ids.size + 1).padStart(3, '0')}`
    ids.set(id, known)
    return `${prefix}_${known}`
  }
  const evenText = (text: string): string =>
    text
      .replace(/(?<![a-z])([a-z]+)_([0-9a-hjkmnp-tv-z]{26})(?![0-9a-z])/g, (_, prefix: string, id: string) =>
        evenId(prefix, id),
      )
      // The time format of receipts.
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '2026-01-31 12:00')
      .replace(/(Authorization +)\d{6}/g, '$1510813')
      .replace(/^20\d{12}$/, '20260131120000')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://payments.example.com')
      .replace(/(\.com\/[\w/-]+#)[\w-]+/g, '$1jrTPeBkEPfRBhokhwAuVqy8B')
      .replace(/(\/receipts\/\w+\.\w+)\.\w+\.\w+/g, '$1.huafx.71b7024fdf1018712bcdfdd84529e1e6')
      .replace(/\b[A-Z][a-z]+ \d+, \d{4} at \d+:\d\d [AP]M/g, 'February 1, 2026 at 12:00 PM')
      .replace(/^[\w-]{43}$/, 'Pn786UZo7Q-xSoCoiaSMHEJUENefp1T185dGDwaIZHg')
      .replace(/_secret_[\w-]+/g, '_secret_8ZpXr5uW1tYbAk3Jh2sV0Q')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '2026-01-31T12:00:00.000Z')
  const even = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => even(one))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, even(inner, key)]))
    }
    if (value === null) return null
    if (typeof value === 'string' && name === 'data') return 'iVBORw0KGgoAAAANSUhEUg…'
    if (name === 'retrieval_reference' && !String(value).startsWith('1122334455')) return '603100000007'
    if (/_reference$/.test(name) && typeof value === 'string') return '603100000007'
    const fixed = evened[name]
    if (fixed !== undefined && typeof value === typeof fixed) return fixed
    return typeof value === 'string' ? evenText(value) : value
  }
  return even(recording) as Recording
}
