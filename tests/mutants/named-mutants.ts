/**
 * Guards that a review once removed without any test failing. A test must fail when one is removed. The text is
 * searched for, so that the mutant follows when its line moves.
 */
export interface NamedMutant {
  readonly name: string
  readonly file: string
  readonly find: string
  readonly by: string
  readonly tests: readonly string[]
}

const sale = ['tests/unit/main/sale', 'tests/unit/main/terminal']
const manager = ['tests/unit/main/manager']
const pos = ['tests/unit/shared/pos', 'tests/unit/main/sale']

export const namedMutants: readonly NamedMutant[] = [
  {
    name: 'a terminal counts as idle although it is busy',
    file: 'src-main/terminal/connection.ts',
    find: 'reply.value.connected && reply.value.busy === false',
    by: 'reply.value.connected',
    tests: sale,
  },
  {
    name: 'a terminal that is not connected counts as idle',
    file: 'src-main/terminal/connection.ts',
    find: 'reply.value.connected && reply.value.busy === false',
    by: 'reply.value.busy === false',
    tests: sale,
  },
  {
    name: 'a look-up claims that the terminal is idle without asking it',
    file: 'src-main/sale/effects.ts',
    find: 'confirm && sale.token === null && (await terminal.isIdle(sale.hsn))',
    by: 'confirm && sale.token === null',
    tests: sale,
  },
  {
    name: 'the tip is left out when an approval is compared with the amount due',
    file: 'src-shared/pos/transition/at-card.ts',
    find: 'const agreed = chargedOf(sale)',
    by: 'const agreed = sale.amount',
    tests: pos,
  },
  {
    name: 'the decline of an earlier attempt counts as the outcome of this attempt',
    file: 'src-shared/pos/sale/payment-found.ts',
    find: '&& !earlier.includes(one.payment_id)',
    by: '',
    tests: pos,
  },
  {
    name: 'a sale that was cancelled at the terminal is still sent to the bank',
    file: 'src-service/terminals/sale/card-sale.ts',
    find: "!run.operation.enter('authorizing')",
    by: "!run.operation.enter('authorizing') && false",
    tests: ['tests/unit/service/terminals/sale/failed-sales.test.ts'],
  },
  {
    name: 'an amount that changed while the card was read is charged',
    file: 'src-service/authorize/amount-changed.ts',
    find: 'if (intent.amount === agreed) return null',
    by: 'return null',
    tests: ['tests/unit/service/terminals/sale/failed-sales.test.ts'],
  },
  {
    name: 'a journal line is acknowledged before it is on disk',
    file: 'src-main/journal/line-file.ts',
    find: '    await file.datasync()\n    end += line.length',
    by: '    end += line.length',
    tests: [...sale, ...manager, 'tests/unit/main/journal'],
  },
  {
    name: 'a refused void is not looked up again',
    file: 'src-main/manager/action-outcomes.ts',
    find: "return seen.kind === 'done' || seen.kind === 'unknown' ? seen : answer",
    by: 'return answer',
    tests: manager,
  },
  {
    name: 'a refused repeat is not looked up again',
    file: 'src-main/manager/action-outcomes.ts',
    find: "return after.kind === 'absent' ? answer : after",
    by: 'return answer',
    tests: manager,
  },
  {
    name: 'an action that could not be journalled is not taken back',
    file: 'src-main/manager/action-records.ts',
    find: 'void takeBackLine(id, intent_id)',
    by: '',
    tests: manager,
  },
  {
    name: 'the claims of other nodes are freed at the start',
    file: 'src-service/idempotency/purge-idempotency.ts',
    find: 'store.shared ? tooOldForClaims() : Number.MAX_SAFE_INTEGER',
    by: 'Number.MAX_SAFE_INTEGER',
    tests: [
      'tests/unit/service/idempotency/purge-idempotency',
      'tests/unit/service/api-keys/keys-on-two-nodes',
      'tests/unit/service/store',
      'tests/unit/service/settlement/two-nodes',
    ],
  },
  {
    name: 'the repair job takes a payment that another node is still working on',
    file: 'src-service/repair/repair-schedule.ts',
    find: 'Math.max(limits.authorizeMs, limits.followUpMs) + repairTimings.graceShared',
    by: 'repairTimings.minimumAge',
    tests: ['tests/unit/service/repair', 'tests/unit/service/settlement/two-nodes'],
  },
]
