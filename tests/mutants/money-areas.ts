/** Code that money depends on, and its tests. */
export interface MoneyArea {
  readonly name: string
  /** Files and folders. */
  readonly sources: readonly string[]
  readonly tests: readonly string[]
}

export const moneyAreas: readonly MoneyArea[] = [
  {
    name: 'intents',
    sources: ['src-service/intents'],
    tests: ['tests/unit/service/intents', 'tests/unit/service/repair', 'tests/contract/payments.test.ts'],
  },
  {
    name: 'authorize',
    sources: ['src-service/authorize'],
    tests: [
      'tests/unit/service/authorize',
      'tests/unit/service/intents',
      'tests/unit/service/repair',
      'tests/contract/payments.test.ts',
    ],
  },
  {
    name: 'repair',
    sources: ['src-service/repair'],
    tests: ['tests/unit/service/repair', 'tests/unit/service/authorize', 'tests/unit/service/intents'],
  },
  {
    name: 'refunds',
    sources: ['src-service/refunds'],
    tests: ['tests/unit/service/refunds', 'tests/unit/service/repair', 'tests/contract/refunds.test.ts'],
  },
  {
    name: 'settlement',
    sources: ['src-service/settlement'],
    tests: [
      'tests/unit/service/settlement',
      'tests/unit/service/fees',
      'tests/unit/service/external',
      'tests/contract/settlements.test.ts',
    ],
  },
  {
    name: 'processor',
    sources: ['src-service/processor'],
    tests: ['tests/unit/service/processor', 'tests/unit/service/authorize', 'tests/unit/service/repair'],
  },
  {
    name: 'sale',
    sources: ['src-main/sale'],
    tests: ['tests/unit/main/sale'],
  },
  {
    name: 'transition',
    sources: ['src-shared/pos/transition'],
    tests: ['tests/unit/shared/pos'],
  },
  {
    name: 'manager',
    sources: [
      'src-main/manager/reconcile.ts',
      'src-main/manager/plan-action.ts',
      'src-main/manager/intent-history.ts',
    ],
    tests: ['tests/unit/main/manager'],
  },
  {
    name: 'receipt',
    sources: ['src-shared/receipt', 'src-shared/payments', 'src-shared/money.ts'],
    tests: [
      'tests/unit/shared',
      'tests/unit/service/terminals/operations/print-receipt.test.ts',
      'tests/contract/receipts.test.ts',
    ],
  },
]
