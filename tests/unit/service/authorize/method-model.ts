import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { type Command, customerCount, intentCount, type MethodKind, methodKinds } from './methods-harness.ts'

/** The expected state, from the rules of the decisions page only. */
export interface Model {
  readonly intents: readonly {
    readonly status: PaymentIntent['status']
    readonly capture: boolean
    readonly customer: number | null
    /** The owner of the method whose outcome is still unknown; undefined when no payment is open. */
    readonly silent?: number | null
  }[]
  readonly methods: readonly {
    readonly kind: MethodKind
    readonly status: 'active' | 'used' | 'detached'
    readonly owner: number | null
  }[]
  readonly customers: readonly { readonly linked: boolean; readonly default: number | null }[]
}

export const firstModel: Model = {
  intents: Array.from({ length: intentCount }, (_, at) => ({
    status: 'created',
    capture: at < intentCount - 1,
    customer: null,
  })),
  methods: methodKinds.map((kind) => ({ kind, status: 'active', owner: null })),
  customers: Array.from({ length: customerCount }, () => ({ linked: true, default: null })),
}

export type Answer = readonly [code: string, next: Model]

const pick = <Item>(list: readonly Item[], at: number): Item => {
  const found = list[at]
  if (found === undefined) throw new Error(`there is nothing at ${at}`)
  return found
}
const put = <Item>(list: readonly Item[], at: number, change: Partial<Item>): readonly Item[] =>
  list.map((item, index) => (index === at ? { ...item, ...change } : item))

export function expected(model: Model, what: Command): Answer {
  switch (what.do) {
    case 'pay':
      return paid(model, what.intent, what.method)
    case 'pay by customer': {
      const customer = pick(model.customers, what.customer)
      if (!customer.linked) return ['customer_not_linked', model]
      if (customer.default === null) return ['parameter_invalid', model]
      return paid(model, what.intent, customer.default)
    }
    case 'attach':
      return attached(model, what.method, what.customer)
    case 'make default': {
      if (pick(model.methods, what.method).owner !== what.customer) return ['parameter_invalid', model]
      return ['ok', { ...model, customers: put(model.customers, what.customer, { default: what.method }) }]
    }
    case 'detach':
      return detached(model, what.method)
    case 'link':
    case 'unlink': {
      const linked = what.do === 'link'
      return ['ok', { ...model, customers: put(model.customers, what.customer, { linked }) }]
    }
    case 'set customer':
      return customerSet(model, what.intent, what.customer)
    case 'cancel': {
      const { status } = pick(model.intents, what.intent)
      if (!['created', 'uncaptured', 'captured'].includes(status)) return ['state_conflict', model]
      return ['ok', { ...model, intents: put(model.intents, what.intent, { status: 'cancelled' }) }]
    }
    case 'repair': {
      const intents = model.intents.map(({ silent, ...intent }) =>
        silent === undefined ? intent : { ...intent, ...success(intent, silent) },
      )
      return ['ok', { ...model, intents }]
    }
  }
}

const success = (
  { capture, customer }: Pick<Model['intents'][number], 'capture' | 'customer'>,
  owner: number | null,
) => ({ status: capture ? 'captured' : 'uncaptured', customer: customer ?? owner }) as const

function paid(model: Model, intentAt: number, methodAt: number): Answer {
  const intent = pick(model.intents, intentAt)
  const { kind, status, owner } = pick(model.methods, methodAt)
  if (status === 'detached' || intent.status !== 'created' || status === 'used')
    return ['state_conflict', model]
  if (owner !== null) {
    if (!pick(model.customers, owner).linked) return ['customer_not_linked', model]
    if (intent.customer !== null && intent.customer !== owner) return ['customer_immutable', model]
  }
  if (kind === 'bank' && !intent.capture) return ['parameter_invalid', model]
  const methods = owner === null ? put(model.methods, methodAt, { status: 'used' }) : model.methods
  const after = { ...model, methods }
  switch (kind) {
    case 'declined':
      return ['ok', after]
    case 'good':
      return ['ok', { ...after, intents: put(model.intents, intentAt, success(intent, owner)) }]
    case 'silent':
      return [
        'ok',
        { ...after, intents: put(model.intents, intentAt, { status: 'processing', silent: owner }) },
      ]
    case 'bank': {
      const pending = { status: 'pending', customer: intent.customer ?? owner } as const
      return ['ok', { ...after, intents: put(model.intents, intentAt, pending) }]
    }
  }
}

function attached(model: Model, methodAt: number, customerAt: number): Answer {
  const { status, owner } = pick(model.methods, methodAt)
  const customer = pick(model.customers, customerAt)
  if (owner === customerAt) return ['ok', model]
  if (owner !== null) return ['customer_immutable', model]
  if (status !== 'active') return ['state_conflict', model]
  if (!customer.linked) return ['customer_not_linked', model]
  return [
    'ok',
    {
      ...model,
      methods: put(model.methods, methodAt, { owner: customerAt }),
      customers: put(model.customers, customerAt, { default: customer.default ?? methodAt }),
    },
  ]
}

function detached(model: Model, methodAt: number): Answer {
  const { status, owner } = pick(model.methods, methodAt)
  if (status === 'detached') return ['ok', model]
  if (owner === null) return ['state_conflict', model]
  const wasDefault = pick(model.customers, owner).default === methodAt
  return [
    'ok',
    {
      ...model,
      methods: put(model.methods, methodAt, { status: 'detached', owner: null }),
      customers: wasDefault ? put(model.customers, owner, { default: null }) : model.customers,
    },
  ]
}

function customerSet(model: Model, intentAt: number, customerAt: number): Answer {
  const { customer, silent } = pick(model.intents, intentAt)
  if (customer === customerAt) return ['ok', model]
  const payer = customer ?? silent ?? null
  if (payer !== null && payer !== customerAt) return ['customer_immutable', model]
  if (payer === null && !pick(model.customers, customerAt).linked) return ['customer_not_linked', model]
  return ['ok', { ...model, intents: put(model.intents, intentAt, { customer: customerAt }) }]
}
